import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct SavingTests {
    @Test("A primitive value alone is no change; between willChange and didChange it is", arguments: StoreKind.allCases)
    func primitives(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            item.setPrimitiveValue("B", forKey: "title")
            #expect(item.title == "B" && !item.isUpdated && item.changedValues().isEmpty)
            item.willChangeValue(forKey: "title")
            item.setPrimitiveValue("C", forKey: "title")
            item.didChangeValue(forKey: "title")
            #expect(item.isUpdated && item.changedValues()["title"] as? String == "C")
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["C"]) }
    }
}
