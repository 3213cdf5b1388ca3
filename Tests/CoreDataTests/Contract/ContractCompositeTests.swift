import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractCompositeTests {
    private typealias Make = SampleModel

    /// Places with an address, in which a location is nested.
    private static func model(_ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
        let location = NSCompositeAttributeDescription()
        location.name = "location"
        location.elements = [
            Make.attribute("latitude", .doubleAttributeType), Make.attribute("longitude", .doubleAttributeType),
        ]
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [
            Make.attribute("city", .stringAttributeType), Make.attribute("zip", .integer32AttributeType), location,
        ]
        let place = Make.entity("Place", Make.attribute("name", .stringAttributeType), address)
        let visit = Make.entity("Visit", Make.attribute("city", .stringAttributeType))
        let places = Make.relationship("visits", to: visit, maxCount: 0)
        let owner = Make.relationship("place", to: place)
        Make.join(places, owner)
        place.properties.append(places)
        visit.properties.append(owner)
        change(place)
        let model = NSManagedObjectModel()
        model.entities = [place, visit]
        return model
    }

    private static var lund: [String: Any] {
        ["city": "Lund", "zip": 22350, "location": ["latitude": 55.7, "longitude": 13.2]]
    }

    private func stack(_ kind: StoreKind = .null, options: [AnyHashable: Any]? = nil) throws -> ShopStack {
        try ShopStack(kind, Self.model(), options: options)
    }

    private func address(_ object: NSManagedObject) -> NSDictionary? {
        (object.value(forKey: "address") as? [String: Any]).map { $0 as NSDictionary }
    }

    @Test("1.25 A composite attribute is set and read as a dictionary", arguments: [StoreKind.file, .null])
    func dictionary(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        try stack.work { context in
            let place = context.make("Place", ["name": "A", "address": Self.lund])
            #expect(address(place) == Self.lund as NSDictionary)
            _ = context.make("Place", ["name": "B"])
            _ = context.make("Place", ["name": "C", "address": ["city": "Lund", "zip": NSNull()]])
            try context.save()
        }
        try stack.work { context in
            let places = try context.all("Place", sort: "name")
            #expect(address(places[0]) == Self.lund as NSDictionary)
            #expect(places[1].value(forKey: "address") == nil)
            #expect(address(places[2]) == ["city": "Lund"])
            places[0].setValue(["zip": 1], forKey: "address")
            places[2].setValue(nil, forKey: "address")
            try context.save()
        }
        try stack.work { context in
            let places = try context.all("Place", sort: "name")
            #expect(address(places[0]) == ["zip": 1] && address(places[2]) == nil)
        }
    }

    @Test("1.25 The elements of a composite attribute have columns of their own")
    func columns() throws {
        let stack = try stack(.file)
        try stack.work { context in
            _ = context.make("Place", ["name": "A", "address": Self.lund])
            try context.save()
        }
        let store = try #require(stack.store as? SQLiteStore)
        let columns = try store.connections.read {
            try $0.connection.rows("SELECT name || ' ' || type FROM pragma_table_info('ZPLACE')") { $0.string(0) ?? "" }
        }
        #expect(
            columns == [
                "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZZIP INTEGER", "ZLATITUDE FLOAT", "ZLONGITUDE FLOAT",
                "ZCITY VARCHAR", "ZNAME VARCHAR",
            ])
        let row = try store.connections.read {
            try $0.connection.rows("SELECT ZCITY, ZZIP, ZLATITUDE FROM ZPLACE") {
                [$0.value(0), $0.value(1), $0.value(2)]
            }
        }
        #expect(row == [[.text("Lund"), .integer(22350), .real(55.7)]])
    }

    @Test("1.25 Elements are reached by key paths in predicates, sort descriptors and key-value coding")
    func keyPaths() throws {
        try stack().work { context in
            for (name, city, latitude) in [("A", "Lund", 3.0), ("B", "Malmö", 1.0), ("C", "Lund", 2.0)] {
                let place = context.make("Place", ["name": name])
                place.setValue(city, forKeyPath: "address.city")
                place.setValue(latitude, forKeyPath: "address.location.latitude")
                context.make("Visit", ["city": city]).setValue(place, forKey: "place")
            }
            _ = context.make("Place", ["name": "D"])
            // Pending, then saved: the objects are searched first, then the store.
            for _ in 0..<2 {
                func names(_ format: String) throws -> [String] {
                    try context.all("Place", format, sort: "name").compactMap { $0.value(forKey: "name") as? String }
                }
                try #expect(names("address.city == 'Lund'") == ["A", "C"])
                try #expect(names("address.city BEGINSWITH[cd] 'MALMO'") == ["B"])
                try #expect(names("address.location.latitude > 1.5") == ["A", "C"])
                try #expect(names("address == nil") == ["D"])
                try #expect(names("address.location != nil AND address.zip == nil") == ["A", "B", "C"])
                let sorted = try context.all("Place", sort: "address.location.latitude")
                #expect(sorted.map { $0.value(forKey: "name") as? String } == ["D", "B", "C", "A"])
                let visits = try context.all("Visit", "place.address.city == 'Lund'")
                #expect(visits.count == 2)
                #expect(visits[0].value(forKeyPath: "place.address.city") as? String == "Lund")
                visits[0].setValue(7, forKeyPath: "place.address.zip")
                #expect(visits[0].value(forKeyPath: "place.address.zip") as? Int == 7)
                visits[0].setValue(nil, forKeyPath: "place.address.zip")
                try context.save()
            }
        }
    }

    /// Without a delegate a list is not kept up to date.
    private final class Listener: NSFetchedResultsControllerDelegate {
        var told = 0
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            told += 1
        }
    }

    @Test("1.25 A list can be sorted and sectioned by an element")
    func controller() throws {
        try stack().work { context in
            for (name, city) in [("A", "Ystad"), ("B", "Lund"), ("C", "Ystad")] {
                _ = context.make("Place", ["name": name, "address": ["city": city]])
            }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Place")
            request.sortDescriptors = ["address.city", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "address.city", cacheName: nil
            )
            let delegate = Listener()
            controller.delegate = delegate
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["Lund", "Ystad"])
            controller.fetchedObjects?.first?.setValue("Ystad", forKeyPath: "address.city")
            context.processPendingChanges()
            #expect(delegate.told == 1 && controller.sections?.map(\.numberOfObjects) == [3])
            #expect(controller.fetchedObjects?.map { $0.value(forKey: "name") as? String } == ["A", "B", "C"])
        }
    }

    @Test("1.25 A composite attribute changes, and is told as changed, as a whole")
    func changes() throws {
        let stack = try stack(.file, options: Stack.history)
        try stack.work { context in
            let place = context.make("Place", ["address": ["city": "Lund", "zip": 1]])
            try context.save()
            place.setValue("Malmö", forKeyPath: "address.city")
            #expect(place.changedValues().keys.sorted() == ["address"])
            #expect(place.changedValues()["address"] as? NSDictionary == ["city": "Malmö", "zip": 1])
            #expect(place.committedValues(forKeys: nil)["address"] as? NSDictionary == ["city": "Lund", "zip": 1])
            #expect(place.changedValuesForCurrentEvent()["address"] as? NSDictionary == ["city": "Lund", "zip": 1])
            place.setValue("Lund", forKeyPath: "address.city")
            #expect(place.changedValues().isEmpty && place.isUpdated && !place.hasPersistentChangedValues)
            place.setValue(["city": "Malmö"], forKey: "address")
            try context.save()
            context.refresh(place, mergeChanges: false)
            #expect(address(place) == ["city": "Malmö"])
            place.setValue(9, forKeyPath: "address.zip")
            context.rollback()
            #expect(address(place) == ["city": "Malmö"])
            place.setPrimitiveValue(["zip": 3], forKey: "address")
            #expect(place.primitiveValue(forKey: "address") as? NSDictionary == ["zip": 3])
            #expect(place.changedValues().isEmpty)
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            let history = try #require(
                (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
            #expect(history.last?.changes?.first?.updatedProperties?.map(\.name) == ["address"])
        }
    }

    @Test("1.25 Undo, child contexts and merges take a composite attribute as one property")
    func merging() throws {
        let stack = try stack()
        try stack.work { context in
            let place = context.make("Place", ["name": "A", "address": ["city": "Lund", "zip": 1]])
            try context.save()
            let undo = UndoManager()
            context.undoManager = undo
            place.setValue(["city": "Malmö", "zip": 2], forKey: "address")
            context.processPendingChanges()
            undo.undo()
            #expect(address(place) == ["city": "Lund", "zip": 1])
            context.rollback()
            let child = context.child()
            try child.performAndWait {
                let own = try #require(try child.all("Place").first)
                own.setValue(5, forKeyPath: "address.zip")
                try child.save()
            }
            #expect(address(place) == ["city": "Lund", "zip": 5])
            // Two contexts each change another element: one of the two addresses wins, never a mixture.
            for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
                place.setValue(["city": "Lund", "zip": 5], forKey: "address")
                place.setValue("A", forKey: "name")
                try context.save()
                try stack.work { other in
                    let own = try #require(try other.all("Place").first)
                    own.setValue("Malmö", forKeyPath: "address.city")
                    try other.save()
                }
                place.setValue(7, forKeyPath: "address.zip")
                place.setValue("B", forKey: "name")
                context.mergePolicy = policy
                try context.save()
                let isStores = policy === NSMergePolicy.mergeByPropertyStoreTrump
                #expect(address(place) == (isStores ? ["city": "Malmö", "zip": 5] : ["city": "Lund", "zip": 7]))
                #expect(place.value(forKey: "name") as? String == "B")
            }
        }
    }

    @Test("1.25 Mandatory composites and elements are validated, defaults of elements are set")
    func validation() throws {
        let model = Self.model { place in
            guard let address = place.attributesByName["address"] as? NSCompositeAttributeDescription else { return }
            address.isOptional = false
            address.elements[0].isOptional = false
        }
        try ShopStack(.null, model).work { context in
            let place = context.make("Place")
            func failure() -> (Int, String?)? {
                do {
                    try context.save()
                } catch {
                    let error = error as NSError
                    return (error.code, error.userInfo[NSValidationKeyErrorKey] as? String)
                }
                return nil
            }
            #expect(failure() ?? (0, nil) == (NSValidationMissingMandatoryPropertyError, "address"))
            place.setValue(1, forKeyPath: "address.zip")
            #expect(failure() ?? (0, nil) == (NSValidationMissingMandatoryPropertyError, "address.city"))
            place.setValue("Lund", forKeyPath: "address.city")
            #expect(failure() == nil)
        }
        let defaults = Self.model { place in
            (place.attributesByName["address"] as? NSCompositeAttributeDescription)?.elements[0].defaultValue = "Lund"
        }
        try ShopStack(.null, defaults).work { context in
            let place = context.make("Place")
            #expect(address(place) == ["city": "Lund"])
        }
    }

    @Test("1.25 Elements can be unique and indexed, and the hash knows them")
    func constraints() throws {
        let model = Self.model { place in
            place.uniquenessConstraints = [["address.city"]]
        }
        try ShopStack(.null, model).work { context in
            for name in ["A", "B"] { _ = context.make("Place", ["name": name, "address": ["city": "Lund"]]) }
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            try #expect(context.all("Place").count == 1)
        }
        let other = Self.model { place in
            (place.attributesByName["address"] as? NSCompositeAttributeDescription)?.elements.removeLast()
        }
        let hashes = [Self.model(), Self.model(), other].compactMap { $0.entityVersionHashesByName["Place"] }
        #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
    }
}
