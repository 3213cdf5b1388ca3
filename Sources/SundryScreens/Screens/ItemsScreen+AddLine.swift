import SundryKit

/// What the line for new items tells of what is typed into it.
extension ItemsScreen {
    /// What the line says besides a title, and what else there is to choose.
    var hint: String? {
        guard let prompt, case .addItem = prompt.purpose else { return nil }
        let separator = isPlain ? " - " : " · "
        // Reading fails only with the store, which every other row tells of.
        let preview = try? EntryPreview(prompt.editor.text, separator: separator, in: context).text
        let others = (prompt.completion?.candidates ?? []).joined(separator: separator)
        let parts = [preview, others.isEmpty ? nil : "Tab: \(others)"].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "   ")
    }

    func completion(of line: String) throws -> LineCompletion? {
        guard let prompt, case .addItem = prompt.purpose, !line.allSatisfy(\.isWhitespace),
            let found = try EntryCompletion(line, in: context)
        else { return nil }
        return LineCompletion(of: line, stem: found.stem, candidates: found.candidates, rest: found.rest)
    }
}
