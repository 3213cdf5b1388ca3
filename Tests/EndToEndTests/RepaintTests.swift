import Foundation
import Testing

extension EndToEnd {
    /// What is written bit by bit comes to the same as what is written as a whole.
    struct RepaintTests {
        private static let keys = [
            "j", "k", "x", "Space", "d", "u", "C-r", "G", "g", "c", "s", "n", "t", "p", "Tab", "o", "h", "b", "?", "/",
            "e",
            "Enter", "Escape", "z", "v", "y", "+", "-", "J", "K", "i", "C-d", "C-u", "PgUp", "PgDn", "BSpace", "Up",
            "Down",
            "Left", "Right", "a", "m", "l", "N", "5",
        ]

        @Test(arguments: [1, 2] as [UInt64])
        func `after any keys and sizes the screen is the one that is painted anew`(seed: UInt64) throws {
            var numbers = SeededKeys(state: seed)
            let home = try Home()
            let terminal = try Terminal(home: home, width: 100, height: 30)
            try terminal.startSundry("--demo")
            try terminal.waitForScreen()
            let rounds = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] == nil ? 25 : 1000
            for round in 1...rounds {
                if Int.random(in: 0..<4, using: &numbers) == 0 {
                    try terminal.resize(
                        width: Int.random(in: 30...130, using: &numbers),
                        height: Int.random(in: 5...40, using: &numbers))
                }
                var typed: [String] = []
                for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                    typed.append(Self.keys.randomElement(using: &numbers) ?? "j")
                    try terminal.press(typed[typed.count - 1])
                }
                // Out of whatever is being typed; then a line that tells that all of that was drawn.
                try terminal.press("Escape", "Escape")
                try terminal.type(":t\(round)")
                try terminal.wait(for: ":t\(round)")
                let before = try picture(of: terminal)
                try terminal.press("C-l")
                try terminal.type(".")
                try terminal.wait(for: ":t\(round).")
                let after = try picture(of: terminal)
                #expect(before == after, "round \(round), keys \(typed.joined(separator: " "))")
                try terminal.press("Escape")
            }
        }

        /// The cells but for the line that is typed and what is told of it: each letter with its attributes. Blanks at the end are
        /// the same whether somebody wrote them or nobody did.
        private func picture(of terminal: Terminal) throws -> [[String]] {
            var attributes: Set<Substring> = []
            return try terminal.styledLines().dropLast(2).map { line in
                var cells: [String] = []
                var rest = line[...]
                while let letter = rest.first {
                    if let sequence = rest.prefixMatch(of: /\u{1b}\[([0-9;:]*)m/) {
                        for number in sequence.1.split(separator: ";") {
                            switch number {
                            case "0": attributes = []
                            case "39", "49": break
                            default: attributes.insert(number)
                            }
                        }
                        rest = rest[sequence.range.upperBound...]
                    } else {
                        cells.append(attributes.sorted().joined(separator: ",") + " \(letter)")
                        rest = rest.dropFirst()
                    }
                }
                while cells.last == "  " { cells.removeLast() }
                return cells
            }
        }
    }

    /// The same numbers in each run (xorshift).
    private struct SeededKeys: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
