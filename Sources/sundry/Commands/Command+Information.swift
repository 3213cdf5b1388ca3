extension Command {
    /// The help.
    static let help = Command(
        name: "help", words: "[COMMAND]", count: 0...1, summary: "show all commands, or all about one",
        options: [.man]
    ) { session in
        if session.has(.man) {
            try session.output.write(Array(ManualPage.text.utf8))
        } else if let name = session.words.first {
            try session.output.write(Array(Help.page(of: .named(name)).utf8))
        } else {
            try session.output.write(Array(Help.overview().utf8))
        }
    }

    /// The version.
    static let version = Command(name: "version", words: "", count: 0...0, summary: "show the version") { session in
        try session.output.line(versionText)
    }

    static let versionText = "sundry 0.1.0"
}
