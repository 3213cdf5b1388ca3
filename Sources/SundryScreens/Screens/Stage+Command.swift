import SundryKit

/// The line behind a colon.
extension Stage {
    private var commands: CommandNames { CommandNames(keymap, in: top.area) }

    /// What is told of the command that is being typed.
    var commandHint: String? {
        guard let prompt = top.prompt, prompt.isCommand else { return nil }
        if let help = commands.help(for: prompt.editor.text) { return help }
        let names = prompt.completion?.candidates.prefix(5).joined(separator: ", ")
        return names ?? nil
    }

    func commandCompletion(of line: String) -> LineCompletion? {
        guard !line.contains(" ") else { return nil }
        let names = commands.names(for: line).filter { $0 != line }
        guard let first = names.first else { return nil }
        let rest = line.isEmpty || !first.hasPrefix(line) ? nil : String(first.dropFirst(line.count))
        return LineCompletion(of: line, stem: line, candidates: names, rest: rest)
    }

    /// Runs the action that is named, or goes to the row of a number. What follows the name is typed into the line that the
    /// action opens.
    func runCommand() throws -> Effect {
        let line = Title.trimmed(top.prompt?.editor.text ?? "")
        let name = String(line.prefix { !$0.isWhitespace })
        let rest = Title.trimmed(line.dropFirst(name.count))
        if name.isEmpty {
            top.prompt = nil
            return .done
        }
        if let row = Int(name) {
            top.prompt = nil
            return try run(.moveToTop, count: max(1, row))
        }
        let action = try commands.action(for: name)
        top.prompt = nil
        let effect = try run(action, count: nil)
        guard !rest.isEmpty, top.prompt != nil else { return effect }
        top.prompt?.editor = LineEditor(rest)
        try top.promptChanged()
        return try top.acceptPrompt()
    }
}
