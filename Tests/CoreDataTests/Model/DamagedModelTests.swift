import Testing

@testable import CoreData

/// What no compiler of models writes, in an archive that is one otherwise.
@Suite("A compiled model")
struct DamagedModelTests {
    enum Damage: String, CaseIterable {
        case compositeOfItself, relationshipToNothing, functionWithoutArguments, constraintOfNothing
        case valueOfValues, valueInItself, predicateOfPredicates, compositeOfComposites
        case anotherParent, missingParent, anotherName, nameOfAnother, anotherEntityName
    }

    @Test("that is damaged is refused, and ends no program", arguments: Damage.allCases)
    func damaged(_ damage: Damage) throws {
        let model = SampleModel.everything()
        let number = model.entitiesByName["List"]?.attributesByName["number"] as? NSDerivedAttributeDescription
        number?.derivationExpression = NSExpression(format: "lowercase(name)")
        let data = ModelEncoder.encode(model, as: .compiled)
        _ = try ModelDecoder.decode(data)
        let archive = try KeyedArchive(data)
        var objects = archive.objects
        let change = { (owner: Int, key: String, value: PropertyListNode) in
            guard case .dictionary(var fields) = objects[owner] else { return }
            fields[key] = value
            objects[owner] = .dictionary(fields)
        }
        let of = { (name: String) in
            try #require(objects.indices.first { archive.className(objects[$0]) == name }, "\(name)")
        }
        let members = { (owner: Int, key: String) in try #require(objects[owner][key]?.uid) }
        switch damage {
        case .compositeOfItself:
            let composite = try of("NSCompositeAttributeDescription")
            change(try members(composite, "NSCompositeElements"), "NS.objects", .array([.uid(composite)]))
        case .relationshipToNothing:
            let relationship = try of("NSRelationshipDescription")
            change(relationship, "NSDestinationEntity", .uid(0))
            change(relationship, "_NSDestinationEntityName", .uid(0))
        case .functionWithoutArguments:
            change(try members(try of("NSFunctionExpression"), "NSArguments"), "NS.objects", .array([]))
        case .constraintOfNothing:
            let item = try #require(objects.indices.first { objects[$0]["NSUniqueTuples"]?.uid ?? 0 > 0 })
            let tuples = try members(item, "NSUniqueTuples")
            let tuple = try #require(objects[tuples]["NS.objects"]?.array?.first?.uid)
            change(tuple, "NS.objects", .array([.string("nowhere")]))
        case .valueOfValues:
            // Each of a row of arrays holds the next one twice.
            let item = try #require(objects.indices.first { objects[$0]["NSUserInfo"]?.uid ?? 0 > 0 })
            let kind = try #require(objects[try of("NSArray")]["$class"] ?? objects[try of("NSMutableArray")]["$class"])
            change(item, "NSUserInfo", .uid(objects.count))
            for _ in 0..<60 {
                let next = PropertyListNode.uid(objects.count + 1)
                objects.append(.dictionary(["$class": kind, "NS.objects": .array([next, next])]))
            }
            objects.append(.string("end"))
        case .valueInItself:
            let item = try #require(objects.indices.first { objects[$0]["NSUserInfo"]?.uid ?? 0 > 0 })
            change(item, "NSUserInfo", .uid(objects.count))
            objects.append(.array([.uid(objects.count)]))
        case .compositeOfComposites:
            let composite = try of("NSCompositeAttributeDescription")
            let (fields, elements) = (objects[composite], try members(composite, "NSCompositeElements"))
            let kind = objects[elements]["$class"]
            change(elements, "NS.objects", .array([.uid(objects.count), .uid(objects.count)]))
            for _ in 0..<60 {
                let (owner, next) = (objects.count, PropertyListNode.uid(objects.count + 2))
                objects.append(fields)
                change(owner, "NSCompositeElements", .uid(owner + 1))
                objects.append(.dictionary(["$class": try #require(kind), "NS.objects": .array([next, next])]))
            }
            objects.append(objects[try of("NSAttributeDescription")])
        case .anotherParent, .missingParent:
            let child = try #require(objects.indices.first { objects[$0]["NSSuperentity"]?.uid ?? 0 > 0 })
            let list = try #require(
                objects.indices.first {
                    archive.className(objects[$0]) == "NSEntityDescription"
                        && archive.string(objects[$0]["NSEntityName"]) == "List"
                })
            change(child, "NSSuperentity", .uid(damage == .missingParent ? 0 : list))
        case .anotherName, .nameOfAnother:
            let owner = try #require(
                objects.indices.first {
                    archive.className(objects[$0]) == "NSEntityDescription"
                        && archive.string(objects[$0]["NSEntityName"]) == "Item"
                })
            let properties = archive.members(objects[owner]["NSProperties"])
            let (first, second) = (try #require(properties.first), try #require(properties.last))
            let name = PropertyListNode.string(damage == .anotherName ? "unknown" : second.name)
            change(try #require(first.value.uid), "NSPropertyName", name)
        case .anotherEntityName:
            change(try of("NSEntityDescription"), "NSEntityName", .string("Unknown"))
        case .predicateOfPredicates:
            let compound = try of("NSCompoundPredicate")
            let (kind, list) = (objects[compound]["$class"], try members(compound, "NSSubpredicates"))
            let listKind = objects[list]["$class"]
            change(list, "NS.objects", .array([.uid(objects.count), .uid(objects.count)]))
            for _ in 0..<60 {
                let next = PropertyListNode.uid(objects.count + 2)
                objects.append(
                    .dictionary([
                        "$class": try #require(kind), "NSCompoundPredicateType": .integer(1),
                        "NSSubpredicates": .uid(objects.count + 1),
                    ]))
                objects.append(.dictionary(["$class": try #require(listKind), "NS.objects": .array([next, next])]))
            }
            objects.append(objects[try of("NSComparisonPredicate")])
        }
        let list = PropertyListNode.dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000), "$objects": .array(objects),
            "$top": .dictionary(["root": .uid(archive.root)]),
        ])
        let damagedData = BinaryPropertyListWriter.write(list)
        #expect(throws: BinaryPropertyListReader.Malformed.self) { _ = try ModelDecoder.decode(damagedData) }
    }
}
