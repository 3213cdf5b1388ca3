import CoreData

/// Text as people look for it: accents do not count, and capitals only where they are typed (“smart case”).
public enum Search {
    /// A predicate for the items whose line, as it is shown, holds the text: “400”, “g salmon” and “mon” all find
    /// “400 g Salmon”. The line itself is kept nowhere; the text may stand in either half, or across the blank between.
    static func items(holding text: String, ignoringCase: Bool = false) -> NSPredicate {
        let options = hasCapitals(text) && !ignoringCase ? "d" : "cd"
        func part(_ keyPath: String, _ relation: String, _ text: String) -> NSPredicate {
            NSPredicate(format: "%K \(relation)[\(options)] %@", keyPath, text)
        }
        var ways = [part("amount", "CONTAINS", text)]
        // An amount has a blank or two in it; a pasted text has thousands, of which SQLite takes no such sum.
        for blank in text.indices.lazy.filter({ text[$0] == " " }).prefix(6) {
            let (left, right) = (String(text[..<blank]), String(text[text.index(after: blank)...]))
            var halves: [NSPredicate] = []
            if !left.isEmpty { halves.append(part("amount", "ENDSWITH", left)) }
            if !right.isEmpty { halves.append(part("title", "BEGINSWITH", right)) }
            ways.append(NSCompoundPredicate(andPredicateWithSubpredicates: halves))
        }
        // Most items have no amount, and then one look is enough.
        let withAmount = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "amount != nil"), NSCompoundPredicate(orPredicateWithSubpredicates: ways),
        ])
        return NSCompoundPredicate(orPredicateWithSubpredicates: [part("title", "CONTAINS", text), withAmount])
    }

    /// A predicate for the objects of which one attribute holds the text.
    public static func objects(holding text: String, in key: String) -> NSPredicate {
        NSPredicate(format: "%K CONTAINS[\(hasCapitals(text) ? "d" : "cd")] %@", key, text)
    }

    /// A predicate for the edits whose line, as it is shown, holds the text: “undo”, “undo: add” and “add” all find “undo: add milk”.
    public static func edits(holding text: String) -> NSPredicate {
        var ways = [objects(holding: text, in: "summary")]
        let options = hasCapitals(text) ? "d" : "cd"
        for verb in [UndoEdit.verb, RedoEdit.verb] {
            let start = verb + ": "
            if start.range(of: text, options: hasCapitals(text) ? [] : .caseInsensitive) != nil {
                ways.append(NSPredicate(format: "verb == %@", verb))
            }
            for end in start.indices {
                // The text begins within the verb and goes on in the words.
                let part = start[end...]
                guard text.count > part.count,
                    text.range(of: part, options: hasCapitals(text) ? .anchored : [.anchored, .caseInsensitive]) != nil
                else { continue }
                ways.append(
                    NSPredicate(
                        format: "verb == %@ AND summary BEGINSWITH[\(options)] %@", verb,
                        String(text.dropFirst(part.count))))
            }
        }
        return NSCompoundPredicate(orPredicateWithSubpredicates: ways)
    }

    /// Without case and accents: what two names are compared by.
    public static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private static func hasCapitals(_ text: String) -> Bool { text.contains(where: \.isUppercase) }
}
