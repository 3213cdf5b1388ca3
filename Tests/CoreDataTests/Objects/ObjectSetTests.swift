import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ObjectSetTests {
    @Test("An object set agrees with a Swift set through any mix of inserts and removes")
    func storm() throws {
        try ShopStack(.memory).work { context in
            let objects = (0..<200).map { context.add("\($0)") }
            var set = ObjectSet()
            var reference: Set<ShopItem> = []
            var random = SystemRandomNumberGenerator()
            for _ in 0..<5_000 {
                let object = objects[Int.random(in: 0..<200, using: &random)]
                if Bool.random(using: &random) {
                    #expect(set.insert(object) == reference.insert(object).inserted)
                } else {
                    #expect(set.remove(object) == (reference.remove(object) != nil))
                }
                #expect(set.count == reference.count && set.contains(object) == reference.contains(object))
            }
            #expect(Set(set.objects.compactMap { $0 as? ShopItem }) == reference)
        }
    }
}
