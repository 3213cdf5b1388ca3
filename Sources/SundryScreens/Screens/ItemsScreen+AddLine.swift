import SundryKit

/// What the line for new items tells of what is typed into it.
extension ItemsScreen {
    /// What the line says besides a title, and what else there is to choose.
    var hint: String? {
        guard let prompt else { return nil }
        let separator = isPlain ? " - " : " · "
        switch prompt.purpose {
        case .addItem: break
        case .moveItems, .categorize, .importFile:
            return prompt.completion.map { $0.candidates.joined(separator: separator) }
        default: return nil
        }
        // Reading fails only with the store, which every other row tells of.
        let preview = try? EntryPreview(prompt.editor.text, separator: separator, in: context).text
        let others = (prompt.completion?.candidates ?? []).joined(separator: separator)
        let parts = [preview, others.isEmpty ? nil : "Tab: \(others)"].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "   ")
    }

    func completion(of line: String) throws -> LineCompletion? {
        switch prompt?.purpose {
        case .addItem:
            guard !line.allSatisfy(\.isWhitespace), let found = try EntryCompletion(line, in: context) else {
                return nil
            }
            return LineCompletion(of: line, stem: found.stem, candidates: found.candidates, rest: found.rest)
        case .importFile: return LineCompletion(of: line, among: FileNames.beginning(with: line))
        case .moveItems:
            let others = try ItemList.all(in: context).filter { $0 !== items.list }
            return LineCompletion(of: line, among: others.map { $0.name ?? "" })
        case .categorize:
            let order = try AisleOrder(for: items.list?.shop, in: context)
            return LineCompletion(of: line, among: order.names)
        default: return nil
        }
    }
}
