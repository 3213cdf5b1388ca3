/// A word of a typed line: what stands between blanks, or a mark with a name in quotes.
struct EntryWord {
    let text: Substring
    /// Its place among the words of the line.
    let index: Int

    /// The words of a line. `#"Meat & Fish"` is one.
    static func words(of line: some StringProtocol) -> [EntryWord] {
        let line = Substring(line)
        var words: [EntryWord] = []
        var place = line.startIndex
        while place < line.endIndex {
            guard !line[place].isWhitespace else {
                place = line.index(after: place)
                continue
            }
            let end = end(of: line[place...])
            words.append(EntryWord(text: line[place..<end], index: words.count))
            place = end
        }
        return words
    }

    /// Where the word ends that a text begins with.
    private static func end(of text: Substring) -> Substring.Index {
        if text.hasPrefix("#\"") || text.hasPrefix("*\"") || text.hasPrefix("@\""),
            let quote = text.dropFirst(2).firstIndex(of: "\"")
        {
            let after = text.index(after: quote)
            if after == text.endIndex || text[after].isWhitespace { return after }
        }
        return text.firstIndex(where: \.isWhitespace) ?? text.endIndex
    }

    /// The text of some words: as it was typed, but for one blank where words between them were taken out.
    static func text(of words: some Sequence<EntryWord>, in line: some StringProtocol) -> String {
        let line = Substring(line)
        var text = ""
        var last: EntryWord?
        for word in words {
            if let last {
                let isNeighbour = word.index == last.index + 1
                text += isNeighbour ? line[last.text.endIndex..<word.text.startIndex] : " "
            }
            text += word.text
            last = word
        }
        return text
    }
}
