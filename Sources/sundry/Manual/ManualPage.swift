import SundryScreens

/// The manual page, made from the tables of commands, options and keys.
enum ManualPage {
    static var text: String {
        var page = Roff()
        page.request(".TH SUNDRY 1 \"\" \"\(Command.versionText)\" \"User Commands\"")
        page.section("Name", "sundry - shopping lists and other lists in the terminal")
        page.section("Synopsis")
        page.synopsis(Command.table.map(\.usage))
        page.section(
            "Description",
            """
            Without a command sundry opens a full screen, on which lists are kept with the keys below. Every edit is
            saved the moment it is made. What the commands do in the meantime, or another window, shows up at once, and
            all of it can be undone.
            """)
        page.section("Commands")
        for command in Command.table where !command.name.isEmpty { describe(command, on: &page) }
        page.section("Options", "Options may stand anywhere; text that begins with a dash follows “--”.")
        for option in Option.allCases { page.item(option.usage.drop { $0 == " " }, option.summary) }
        page.section(
            "Keys",
            """
            Keys with a comma between them do the same; those with a blank between them are pressed one after the other.
            A number before them repeats what they do.
            """)
        for section in KeySection.all {
            page.subsection(section.title)
            for row in section.rows { page.item(row.keys, row.help) }
        }
        page.section("Exit status")
        for (code, meaning) in Help.exitCodes { page.item("\(code)", meaning) }
        page.section("Environment")
        for (name, meaning) in variables { page.item(name, meaning) }
        page.section("Files")
        page.item(
            "$XDG_DATA_HOME/sundry/Sundry.sqlite",
            """
            The lists; ~/.local/share stands for $XDG_DATA_HOME where that is not set. What was saved last may stand in
            the log beside it, Sundry.sqlite-wal: who copies one copies both.
            """)
        return page.text
    }

    private static let variables = [
        ("SUNDRY_STORE", "The file that the lists are kept in."),
        ("XDG_DATA_HOME", "The data folder."),
        ("ESCDELAY", "How many milliseconds to wait for what may follow the Escape key; 25 unless it is set."),
        ("TERM", "The terminal that the full screen is drawn on."),
    ]

    private static func describe(_ command: Command, on page: inout Roff) {
        page.item(command.usage, command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        // Text is filled anew; what is indented stands as it is.
        for paragraph in command.details.split(separator: "\n\n") {
            page.paragraph(paragraph, asItStands: paragraph.hasPrefix("  "))
        }
    }
}
