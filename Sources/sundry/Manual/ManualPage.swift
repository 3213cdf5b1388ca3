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
        page.section("Screens")
        for (name, words) in screens { page.item(name, words) }
        page.section(
            "Keys",
            """
            Keys with a comma between them do the same; those with a blank between them are pressed one after the other.
            A number before them repeats what they do.
            """)
        for section in KeySection.all + [.mouse] {
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
            the log beside it, Sundry.sqlite-wal: who copies one copies both, or uses sundry backup.
            """)
        page.item(
            "$XDG_DATA_HOME/sundry/Sundry.sqlite.damaged",
            "The store as it was before sundry doctor --repair, with its log where it had one; a number follows from the second on."
        )
        page.item(
            "$XDG_CONFIG_HOME/sundry/config",
            "The settings; ~/.config stands for $XDG_CONFIG_HOME where that is not set. See sundry config above.")
        return page.text
    }

    private static let screens = [
        (
            "Lists and items",
            """
            Side by side from 80 columns on, with all that is said of the item from 110 on; one at a time below that. What is
            done stands at the end. Sections by category come in the order of the shelves of the list’s shop.
            """
        ),
        (
            "Add line",
            """
            Shows what it understands while it is typed into, and completes products from what was added before, those first
            that are added often and were added lately.
            """
        ),
        ("Editor", "The fields of an item or a list, each changed by itself."),
        ("History", "Who changed what and when: a window, the shell, an import."),
        (
            "Trash, deleted lists and archive",
            "Items and lists that were deleted, and lists put out of sight, to be brought back."
        ),
        ("Shops", "In each shop the categories have an order of their own, made with J and K."),
        (
            "Statistics",
            "What is open by category, what was bought by week and spent by month, in bars."
        ),
        (
            "Import",
            """
            Shows what a text would bring in and which lines are skipped and why; then imports it behind the screen, unless
            it is called off.
            """
        ),
        ("Command line", "Behind a colon any action by its name, completed, or the number of a row."),
        ("Help", "The keys that work on the screen below it, filtered with /."),
    ]

    private static let variables = [
        ("SUNDRY_STORE", "The file that the lists are kept in."),
        ("XDG_DATA_HOME", "The data folder."),
        ("XDG_CONFIG_HOME", "The folder of the settings."),
        ("NO_COLOR", "Where it is set, the screen has no colors, whatever the config file says."),
        ("COLORTERM", "Where it is truecolor or 24bit, the terminal takes any color, whatever its type says."),
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
