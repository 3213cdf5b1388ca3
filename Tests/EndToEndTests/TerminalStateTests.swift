import Foundation
import Testing

extension EndToEnd {
    /// The terminal comes back as it was, and any size will do.
    struct TerminalStateTests {
        @Test func `quitting, stopping and SIGTERM leave the terminal as it was`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home)
            let (modes, settings) = (try terminal.modes(), try settings(of: terminal, home))
            try terminal.startSundry("--demo")
            try terminal.waitForScreen()
            #expect(try terminal.modes() != modes, "the program changes something that can come back")

            try terminal.press("C-z")
            try terminal.wait(for: "Stopped")
            #expect(try terminal.modes() == modes)
            #expect(try self.settings(of: terminal, home) == settings)

            try terminal.run("fg")
            try terminal.waitForScreen()
            let process = try #require(try terminal.foregroundProcess())
            kill(process, SIGTERM)
            try terminal.waitForShell()
            #expect(try terminal.modes() == modes)
            #expect(try self.settings(of: terminal, home) == settings)

            try terminal.startSundry("--demo")
            try terminal.waitForScreen()
            try terminal.press("q")
            try terminal.waitForShell()
            #expect(try terminal.modes() == modes)
            #expect(try self.settings(of: terminal, home) == settings)
        }

        @Test(arguments: [SIGSEGV, SIGABRT, SIGQUIT])
        func `a crash leaves the terminal as it was`(signal: Int32) throws {
            let home = try Home()
            let terminal = try Terminal(home: home)
            // A program built for debugging would ask questions about it.
            try terminal.run("export SWIFT_BACKTRACE=enable=no")
            let (modes, settings) = (try terminal.modes(), try settings(of: terminal, home))
            try terminal.startSundry("--demo")
            try terminal.waitForScreen()
            #expect(try terminal.state("#{mouse_standard_flag}#{mouse_sgr_flag}") == "11")
            let process = try #require(try terminal.foregroundProcess())
            kill(process, signal)
            try terminal.waitForShell()
            #expect(try terminal.modes() == modes)
            #expect(try self.settings(of: terminal, home) == settings)
        }

        @Test func `a hang-up ends the program`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home)
            try terminal.startSundry("--demo")
            try terminal.waitForScreen()
            let process = try #require(try terminal.foregroundProcess())
            kill(process, SIGHUP)
            try terminal.waitForShell()
            #expect(kill(process, 0) == -1)
        }

        @Test func `every size and back again shows the same screen`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home, width: 100, height: 30)
            try terminal.startSundry("--demo")
            let first = try terminal.wait("the whole first screen") { screen in
                screen.itemLine(of: "Bananas") != nil && screen.contains("? help")
            }
            for (width, height) in [(1, 1), (2, 200), (20, 5), (300, 3), (79, 24), (80, 25), (5, 1), (110, 40)] {
                try terminal.resize(width: width, height: height)
            }
            try terminal.resize(width: 100, height: 30)
            try terminal.wait("the first screen") { $0 == first }
            // With the add line open as well.
            try terminal.press("a")
            try terminal.type("quince jelly")
            try terminal.wait(for: "quince jelly")
            try terminal.resize(width: 1, height: 1)
            try terminal.resize(width: 100, height: 30)
            try terminal.wait(for: "quince jelly")
        }

        /// What the terminal driver is told, as `stty` prints it.
        private func settings(of terminal: Terminal, _ home: Home) throws -> String {
            let file = home.folder.appendingPathComponent("stty-\(UUID().uuidString)")
            try terminal.run("stty -a >'\(file.path)'; echo written")
            try terminal.wait("the settings") { _ in FileManager.default.contents(atPath: file.path)?.isEmpty == false }
            try terminal.waitForShell()
            return try String(contentsOf: file, encoding: .utf8)
        }
    }
}
