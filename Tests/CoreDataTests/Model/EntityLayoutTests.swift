import Testing

@testable import CoreData

@Suite("The layout of an entity")
struct EntityLayoutTests {
    @Test("has the parent's slots first, and the own ones by name")
    func order() throws {
        let model = SampleModel.items()
        model.freeze()
        let item = try #require(model.entitiesByName["Item"]?.layout)
        let special = try #require(model.entitiesByName["SpecialItem"]?.layout)
        #expect(item.slots.map(\.name) == ["count", "list", "title"])
        #expect(item.slots.map(\.storage) == [.integer, .toOne, .text])
        #expect(special.slots.map(\.name) == ["count", "list", "title", "reason"])
        #expect(special.rootEntity === item.entity && item.rootEntity === item.entity)
        #expect(special.slot(named: "list") == 1 && item.slot(named: "reason") == nil)
        #expect(item.id != special.id && item.id > 0)
        let list = try #require(model.entitiesByName["List"]?.layout)
        #expect(list.place(of: "items") == .toMany(0) && list.toMany.map(\.name) == ["items"])
    }

    @Test("has a slot for the destination's entity where that has subentities")
    func destination() throws {
        let model = SampleModel.everything()
        model.freeze()
        let layout = try #require(model.entitiesByName["SpecialItem"]?.layout)
        let twin = try #require(layout.slot(named: "twin"))
        #expect(layout.slots[twin].entitySlot == twin + 1)
        #expect(layout.slots[twin + 1].storage == .destinationEntity)
        let list = try #require(layout.slot(named: "list"))
        #expect(layout.slots[list].entitySlot == -1)
    }

    @Test("has places for every kind of property")
    func places() throws {
        let model = SampleModel.everything()
        model.freeze()
        let item = try #require(model.entitiesByName["Item"]?.layout)
        func storage(_ name: String) -> EntityLayout.Storage? { item.slot(named: name).map { item.slots[$0].storage } }
        #expect(["i16", "i64", "done"].allSatisfy { storage($0) == .integer })
        #expect(["size", "ratio", "day"].allSatisfy { storage($0) == .real })
        #expect(["code", "link"].allSatisfy { storage($0) == .text })
        #expect(["blob", "uuid", "extra"].allSatisfy { storage($0) == .blob })
        #expect(storage("price") == .decimal)
        #expect(item.place(of: "state") == .transient(0))
        let list = try #require(model.entitiesByName["List"]?.layout)
        #expect(list.slot(named: "address.city") != nil && list.place(of: "address") == .composite(0))
        #expect(list.slot(named: "number") != nil)
    }
}
