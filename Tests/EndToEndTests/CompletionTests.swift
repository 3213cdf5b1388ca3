import Foundation
import Testing

extension EndToEnd {
    /// What a shell is told when Tab is pressed.
    struct CompletionTests {
        private func filled() throws -> Home {
            let home = try Home()
            try Program.sundry("add", "oat milk", "-l", "Bob's list", home: home)
            try Program.sundry("add", "--create", "-l", "Groceries", "--", "eggs", "-5 °C bag", home: home)
            try Program.sundry("add", "--create", "-l", "Errands: home", "--", "$HOME \"sweet\"", home: home)
            try Program.sundry("done", "eggs", home: home)
            return home
        }

        /// What fish is answered: one word and its meaning a line.
        private func words(_ typed: [String], _ home: Home) throws -> [String] {
            let answer = try Program.run(
                Program.sundry, ["completions", "fish", "--"] + typed, environment: home.environment)
            #expect(answer.status == 0, "\(answer.errors)")
            return answer.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }

        @Test func `commands, options and what is in the lists are offered where they may stand`() throws {
            let home = try filled()
            for (typed, offered) in [
                ([""], ["add", "list", "done"]), (["un"], ["undo-done", "undo"]), (["nothing", ""], []),
                (["help", "re"], ["remove", "redo"]), (["help", "undo", ""], []),
                (["list", "--s"], ["--sort", "--store"]), (["list", "--sort", "title", "--s"], ["--store"]),
                (["add", "--so"], []), (["list", "-s", "t"], ["time", "title"]), (["add", "--", "--l"], []),
                (["list", "-l", ""], ["Bob's list", "Groceries", "Errands: home"]),
                (["list", "--li", "GRO"], ["Groceries"]), (["list", "--list=gro"], ["--list=Groceries"]),
                (["list", "-lgro"], ["-lGroceries"]), (["list", "-al", "e"], ["Errands: home"]),
                (["done", "o"], ["oat milk"]), (["done", "eg"], []), (["undo-done", "eg"], ["eggs"]),
                (["remove", "eggs", "eg"], ["eggs"]), (["done", "-5"], []), (["done", "--", "-5"], ["-5 °C bag"]),
                (["--demo", "list", "-l", "Hard"], ["Hardware store"]), (["add", "oa"], ["oat milk"]),
                (["completions", ""], ["bash", "zsh", "fish"]), (["undo", ""], []),
            ] as [([String], [String])] {
                let words = try words(typed, home)
                #expect(typed == [""] ? words.starts(with: offered) : words == offered, "\(typed)")
            }
            for typed in [["import", ""], ["list", "--store", "x"], ["--store=x"]] {
                let answer = try Program.run(
                    Program.sundry, ["completions", "zsh", "--"] + typed, environment: home.environment)
                #expect(answer.output == "\t\n", "the shell is to offer files")
            }
        }

        @Test func `what would steer the terminal is not offered, and nothing makes a store`() throws {
            let home = try Home()
            #expect(try words(["list", "-l", ""], home) == [])
            #expect(try words(["done", ""], home) == [])
            #expect(!FileManager.default.fileExists(atPath: home.store.path))
            try Program.sundry("add", "red \u{1b}[31m", "plain", home: home)
            #expect(try words(["done", ""], home) == ["plain"])
            #expect(try Program.sundry("completions", "tcsh", home: home).status == 2)
        }

        @Test func `bash completes commands, lists and items, whatever quotes they need`() throws {
            let home = try filled()
            let terminal = try Terminal(home: home, width: 100)
            let folder = URL(fileURLWithPath: Program.sundry).deletingLastPathComponent().path
            try terminal.run("PATH='\(folder)':$PATH; source <(sundry completions bash) && complete -p sundry")
            try terminal.wait(for: "complete -o nosort -F _sundry sundry")
            for (typed, completed) in [
                ("sundry undo-", "sundry undo-done "), ("sundry list -l Gro", "sundry list -l Groceries "),
                ("sundry list --list=Gro", "sundry list --list=Groceries "),
                ("sundry list -l Bo", "sundry list -l Bob\\'s\\ list "),
                ("sundry list -l 'Bo", "sundry list -l 'Bob'\\''s list' "),
                ("sundry list -l Errands:\\ h", "sundry list -l Errands:\\ home "),
                ("sundry list --list=\"Err", "sundry list --list=\"Errands: home\" "),
                ("sundry remove \\$", "sundry remove \\$HOME\\ \\\"sweet\\\" "),
                ("sundry import /etc/hostn", "sundry import /etc/hostname "),
            ] {
                try terminal.run("clear")
                try terminal.wait("an empty screen") { !$0.contains("clear") && $0.contains("ready>") }
                try terminal.type(typed)
                try terminal.press("Tab")
                // A letter behind it: only then is it seen that a blank has come.
                try terminal.type("|")
                try terminal.wait(for: completed + "|")
                try terminal.press("C-c")
            }
        }

        @Test(arguments: ["zsh", "fish"])
        func `other shells read what is theirs`(shell: String) throws {
            let path = ["/usr/bin/\(shell)", "/bin/\(shell)"].first(where: FileManager.default.isExecutableFile)
            guard let path else { return print("\(shell) is not here: its completion was not read") }
            let home = try Home()
            let script = try home.write(Program.sundry("completions", shell, home: home).output, to: "completion")
            let result = try Program.run(path, ["--no-exec", script.path], environment: home.environment)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        }
    }
}
