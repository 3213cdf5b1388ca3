import Testing

@testable import CoreData

/// A table keyed by primary key, against a dictionary.
struct RadixMapTests {
    /// Neighbours, the ends of pages and branches, far keys, and such as have no page.
    private static let keys: [Int64] =
        Array(0..<200) + [4095, 4096, 4097, 262_143, 262_144, 1_000_000, 1 << 31, (1 << 32) - 1]
        + [1 << 32, .max, -1, .min]

    @Test(arguments: [0, -1]) func `finds what was set under a key, and the empty element elsewhere`(empty: Int32) {
        let map = RadixMap<Int32>(empty: empty)
        var expected: [Int64: Int32] = [:]
        for (number, key) in Self.keys.shuffled().enumerated() {
            #expect(map[key] == empty)
            map[key] = Int32(number + 1)
            expected[key] = Int32(number + 1)
        }
        for key in Self.keys {
            #expect(map[key] == expected[key])
            for near in [key &- 1, key &+ 1, key &+ 64, key &+ 4096] { #expect(map[near] == expected[near] ?? empty) }
        }
        var set: [Int32] = []
        map.forEach { if $0 != empty { set.append($0) } }
        #expect(set.sorted() == expected.values.sorted())
    }

    @Test func `hands out the page of a key, with the elements of its neighbours`() throws {
        let map = RadixMap<Int64>(empty: 0)
        for key in Int64(4000)..<4200 {
            let page = try #require(map.page(of: key))
            #expect(page[RadixPage.place(key)] == 0)
            page[RadixPage.place(key)] = key
        }
        #expect((4000..<4200).allSatisfy { map[$0] == $0 })
        #expect(map.page(of: -1) == nil)
        #expect(map.page(of: 1 << 32) == nil)
    }
}
