import Testing

@testable import CoreData

@Suite("A binary property list")
struct BinaryPropertyListTests {
    @Test("reads what Foundation writes, and Foundation reads what it writes")
    func foundation() throws {
        let long = String(repeating: "x", count: 300)
        let list: [String: Any] = [
            "text": "plain", "wide": "Grün 😀", "long": long, "zero": 0, "negative": -5, "big": Int64.max, "byte": 255,
            "word": 65535, "yes": true, "real": 0.1, "date": Date(timeIntervalSinceReferenceDate: 12.5),
            "data": Data(repeating: 7, count: 500), "array": Array(0..<400), "empty": [Any](),
            "nested": ["a": ["b": []]],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let node = try BinaryPropertyListReader.read(data)
        #expect(node["wide"]?.string == "Grün 😀" && node["long"]?.string == long)
        #expect(node["negative"]?.integer == -5 && node["big"]?.integer == .max && node["word"]?.integer == 65535)
        #expect(node["yes"] == .bool(true) && node["real"] == .real(0.1) && node["date"] == .date(12.5))
        #expect(node["array"]?.array?.compactMap(\.integer) == Array(0..<400))
        let again = try PropertyListSerialization.propertyList(from: BinaryPropertyListWriter.write(node), format: nil)
        #expect((again as? NSDictionary) == NSDictionary(dictionary: list))
        #expect(try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(node)) == node)
    }

    @Test("becomes the same values as Foundation makes of it, or is left to Foundation")
    func foundationValues() throws {
        func data(_ list: Any) throws -> Data {
            try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        }
        let list: [String: Any] = [
            "text": "plain", "negative": -5, "yes": true, "real": 0.1,
            "date": Date(timeIntervalSinceReferenceDate: 12.5), "data": Data([7]), "array": [1, "a", [Any]()] as [Any],
            "nested": ["a": Data([1]), "b": Data()],
        ]
        let value = try #require(
            BinaryPropertyListReader.readPlain([UInt8](data(list)))?.foundationValue as? [String: Any])
        #expect(NSDictionary(dictionary: value) == NSDictionary(dictionary: list))
        #expect(value["nested"] as? [String: Data] == ["a": Data([1]), "b": Data()])
        #expect(value["negative"] is NSNumber && value["yes"] as? Bool == true && value["negative"] as? Int == -5)
        #expect(BinaryPropertyListReader.readPlain([UInt8](try data(["wide": UInt64.max]))) == nil)
        #expect(BinaryPropertyListReader.readPlain([UInt8]("<plist></plist>".utf8)) == nil)
    }

    @Test("with references of every size comes back as it was")
    func sizes() throws {
        let uids = PropertyListNode.array((0..<70_000).map { .uid($0) })
        #expect(try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(uids)) == uids)
    }

    @Test("that is cut short throws")
    func truncated() {
        let data = BinaryPropertyListWriter.write(
            .array([.string("one"), .integer(2), .dictionary(["three": .real(3)])]))
        for length in 0..<data.count {
            #expect(throws: BinaryPropertyListReader.Malformed.self) {
                try BinaryPropertyListReader.read(data.prefix(length))
            }
        }
    }

    @Test("whose collections hold themselves throws")
    func circular() {
        let bytes =
            Array("bplist00".utf8) + [0xA1, 0x00, 8, 0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
            + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, 10]
        #expect(throws: BinaryPropertyListReader.Malformed.self) { try BinaryPropertyListReader.read(Data(bytes)) }
    }

    @Test("that says in a few bytes more than there is room for throws")
    func bomb() {
        // Each array holds the next one twice.
        let count: UInt8 = 60
        var bytes = Array("bplist00".utf8)
        for number in 1...count { bytes += [0xA2, number, number] }
        bytes.append(0x50)
        let offsets = UInt8(bytes.count)
        for number in 0...count { bytes.append(8 + 3 * number) }
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, count + 1]
        bytes += [UInt8](repeating: 0, count: 15) + [offsets]
        #expect(throws: BinaryPropertyListReader.Malformed.self) { try BinaryPropertyListReader.read(Data(bytes)) }
    }

    @Test(
        "is read here where it is odd, which ends a program in Foundation's reader, and there where its numbers are wide"
    )
    func foreign() throws {
        // {"a": a set of nothing}
        let set = Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x61, 0xC1, 3, 0x00, 8, 11, 13, 15]
        let tail: [UInt8] =
            [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 15) + [16]
        let list = try #require(PropertyListDictionary.read(set + tail))
        #expect((list["a"] as? [Any])?.isEmpty == true)
        let wide = try PropertyListSerialization.data(fromPropertyList: ["n": UInt64.max], format: .binary, options: 0)
        #expect(PropertyListDictionary.read([UInt8](wide))?["n"] as? UInt64 == .max)
        let text = try PropertyListSerialization.data(fromPropertyList: ["n": 1], format: .xml, options: 0)
        #expect(PropertyListDictionary.read([UInt8](text))?["n"] as? Int == 1)
        #expect(PropertyListDictionary.read(Array("bplist00 cut short".utf8)) == nil)
    }
}
