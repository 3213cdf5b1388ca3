import Foundation
import Testing

extension EndToEnd {
    /// The manual page, which the program prints.
    struct ManualTests {
        private static let checkers = [
            ["/usr/bin/mandoc", "-T", "lint", "-W", "warning"], ["/usr/bin/groff", "-man", "-T", "utf8", "-ww", "-z"],
        ].filter { FileManager.default.isExecutableFile(atPath: $0[0]) }

        @Test(.enabled(if: !checkers.isEmpty, "neither mandoc nor groff is here"))
        func `is in order for those who set it`() throws {
            let home = try Home()
            let page = try Program.sundry("help", "--man", home: home).output
            for checker in Self.checkers {
                let result = try Program.run(
                    checker[0], Array(checker.dropFirst()), environment: home.environment, input: page)
                // A page that is made anew with each build has no date of its own.
                let faults = (result.output + result.errors).split(separator: "\n").filter {
                    !$0.contains("missing date")
                }
                #expect(faults.isEmpty, "\(checker[0])")
            }
        }

        @Test func `is the one that is installed`() throws {
            let file = Program.packageRoot.appendingPathComponent("Resources/man/sundry.1")
            let home = try Home()
            let page = try Program.sundry("help", "--man", home: home).output
            #expect(try String(contentsOf: file, encoding: .utf8) == page, "make man writes it anew")
        }

        @Test func `tells of every command, option and key`() throws {
            let home = try Home()
            let page = try Program.sundry("help", "--man", home: home).output.replacing("\\-", with: "-")
            let help = try Program.sundry("help", home: home).output.split(separator: "\n")
            let commands = help.compactMap { $0.firstMatch(of: /^  sundry ([a-z-]+)/)?.1 }
            #expect(commands.count > 10)
            for command in commands {
                #expect(page.contains("\n.B sundry \(command)"))
                let own = try Program.sundry("help", String(command), home: home).output
                for option in own.matches(of: /--[a-z-]+/) { #expect(page.contains(option.0), "\(option.0)") }
            }
            for text in ["\n.B g g, Home\nfirst row", "\n.B Ctrl-R\n", "\n.SS Typing\n", "\n.B 3\nno such item"] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }
}
