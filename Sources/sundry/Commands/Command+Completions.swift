import SundryKit

extension Command {
    /// What makes a shell complete, and its questions while it does.
    static let completions = Command(
        name: "completions", words: "SHELL [WORD…]", count: some,
        summary: "print what makes bash, zsh or fish complete commands, lists and items",
        details: """
            “make install” puts it where the shells look. Without that, one line in the file that
            the shell reads when it starts does the same:

              ~/.bashrc                    source <(sundry completions bash)
              ~/.zshrc, after compinit     source <(sundry completions zsh)
              ~/.config/fish/config.fish   sundry completions fish | source

            With WORDs, which follow “--”, it prints what may stand in the place of the last.
            """
    ) { session in
        let name = session.words[0]
        guard let shell = CompletionScript(rawValue: name) else {
            throw Problem("There is no completion for “\(name)”: name bash, zsh or fish.", kind: .usage)
        }
        guard session.words.count > 1 else { return try session.output.line(shell.text) }
        for line in try shell.answer(Array(session.words.dropFirst())) { try session.output.line(line) }
    }
}
