import Foundation

/// A reader of bytes from elsewhere, with what is to hold of it whatever the bytes are; above all, that it does not end the program.
struct FuzzTarget: Sendable {
    let name: String
    /// How many mutants a test of a second's fraction takes.
    let rounds: Int
    /// Bytes that make sense, to be mutated.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Pieces that mean something to the reader.
    var tokens: [String] = []
    /// Reads; throws a `FuzzFinding` for what must not be.
    let read: @Sendable ([UInt8]) throws -> Void
}

extension FuzzTarget {
    /// Reads the seeds and their mutants, many more in a soak, and tells what is found.
    func readMutants(_ tell: (FuzzFinding) -> Void) throws {
        for seed in try seeds() { try read(seed) }
        var mutation = try Mutation(self, seed: 1)
        let isLong = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] == "1"
        for _ in 0..<rounds * (isLong ? 30 : 1) {
            let bytes = mutation.next()
            do {
                try read(bytes)
            } catch let finding as FuzzFinding {
                tell(FuzzFinding("\(name): \(finding); bytes \(Data(bytes).base64EncodedString())"))
            }
        }
    }
}

/// What the bytes have shown to be wrong.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Makes other bytes of bytes that make sense, the same each time.
struct Mutation {
    private var numbers: SeededNumbers
    private let seeds: [[UInt8]]
    private let tokens: [[UInt8]]

    init(_ target: FuzzTarget, seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        seeds = try target.seeds()
        tokens = target.tokens.map { Array($0.utf8) }
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds[numbers.number(below: seeds.count)]
        for _ in 0...numbers.number(below: 5) { mutate(&bytes) }
        return Array(bytes.prefix(65_536))
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = numbers.number(below: bytes.count + 1)
        let end = min(bytes.count, place + 1 + numbers.number(below: numbers.chance(4) ? 64 : 8))
        switch numbers.number(below: tokens.isEmpty ? 8 : 11) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(numbers.number(below: 8))
        case 1 where place < bytes.count: bytes[place] = Self.edges[numbers.number(below: Self.edges.count)]
        case 2: bytes.removeSubrange(place..<max(place, end))
        case 3: bytes.insert(contentsOf: bytes[place..<max(place, end)], at: place)
        case 4: bytes.insert(UInt8(numbers.number(below: 256)), at: place)
        case 5:
            let other = seeds[numbers.number(below: seeds.count)]
            let cut = numbers.number(below: other.count + 1)
            bytes.replaceSubrange(place..., with: other[cut...])
        case 6:
            let from = numbers.number(below: bytes.count + 1)
            bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + 16)]), at: place)
        case 7: for at in place..<max(place, end) { bytes[at] = UInt8(numbers.number(below: 256)) }
        case 8...: bytes.replaceSubrange(place..<(numbers.chance(2) ? place : max(place, end)), with: token())
        default: bytes.append(UInt8(numbers.number(below: 256)))
        }
    }

    private mutating func token() -> [UInt8] { tokens[numbers.number(below: tokens.count)] }

    /// Bytes that counts, kinds and signs begin or end with.
    private static let edges: [UInt8] = [
        0, 1, 2, 0x0F, 0x10, 0x13, 0x40, 0x7F, 0x80, 0xA1, 0xAF, 0xD1, 0xDF, 0xFE, 0xFF,
    ]
}
