import CoreData

/// Text as people look for it: accents do not count, and capitals only where they are typed (“smart case”).
public enum Search {
    /// A predicate for the values at a key path that hold the text.
    public static func predicate(for text: String, in keyPath: String = "title") -> NSPredicate {
        hasCapitals(text)
            ? NSPredicate(format: "%K CONTAINS[d] %@", keyPath, text)
            : NSPredicate(format: "%K CONTAINS[cd] %@", keyPath, text)
    }

    /// Without case and accents: what two names are compared by.
    public static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private static func hasCapitals(_ text: String) -> Bool { text.contains(where: \.isUppercase) }
}
