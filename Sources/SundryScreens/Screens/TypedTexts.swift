import Foundation

/// What was typed into the lines of a screen, accepted or left, for as long as it is open.
struct TypedTexts {
    /// Texts that can stand in for each other: a title typed for one item may be meant for another.
    enum Kind { case item, list, filter, target, category, file, other }

    private var texts: [Kind: [String]] = [:]
    /// As many as anybody goes back.
    private static let most = 100

    /// The texts of a kind, the last one typed at the end.
    subscript(kind: Kind) -> [String] { texts[kind] ?? [] }

    mutating func remember(_ text: String, as kind: Kind) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        var known = self[kind].filter { $0 != text }
        known.append(text)
        texts[kind] = known.suffix(Self.most)
    }
}

extension Prompt.Purpose {
    var kind: TypedTexts.Kind {
        switch self {
        case .addItem, .editItem: .item
        case .addList, .renameList: .list
        case .filter: .filter
        case .moveItems: .target
        case .categorize: .category
        case .importFile: .file
        case .field, .command: .other
        }
    }
}
