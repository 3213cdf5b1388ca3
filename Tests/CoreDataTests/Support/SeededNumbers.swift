import Foundation

/// Numbers that are the same each time.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64: neighbouring seeds give unrelated numbers.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(below limit: Int) -> Int { limit < 2 ? 0 : Int.random(in: 0..<limit, using: &self) }
    mutating func chance(_ oneIn: Int) -> Bool { number(below: oneIn) == 0 }
}

/// How much a test takes that is random: little, all of it where `SUNDRY_SOAK` is set, or what the environment says.
enum SoakSize {
    private static let environment = ProcessInfo.processInfo.environment

    /// What a variable says, else one of the two.
    static func number(_ variable: String, _ usual: Int, soak: Int) -> Int {
        environment[variable].flatMap { Int($0) } ?? (environment["SUNDRY_SOAK"] == nil ? usual : soak)
    }

    /// So many seeds, as `SUNDRY_SEEDS` says, from `SUNDRY_FIRST_SEED` on.
    static func seeds(_ usual: Int, soak: Int, from first: Int = 0) -> Range<Int> {
        let first = number("SUNDRY_FIRST_SEED", first, soak: first)
        return first..<first + number("SUNDRY_SEEDS", usual, soak: soak)
    }
}
