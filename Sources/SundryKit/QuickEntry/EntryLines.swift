/// Several items in one line: “milk; 6x eggs”.
public enum EntryLines {
    /// The parts of a line between semicolons. A line that begins with `=` is one title, and within quotes, addresses and
    /// signs of HTML, as in `&amp;`, a semicolon separates nothing.
    public static func split(_ line: String) -> [String] {
        guard line.utf8.contains(UInt8(ascii: ";")), Title.trimmed(line).first != "=" else {
            let line = Title.trimmed(line)
            return line.isEmpty ? [] : [line]
        }
        let parts = parts(of: line).map(Title.trimmed).filter { !$0.isEmpty }
        // A line of semicolons alone stays one: nothing typed is lost.
        return parts.isEmpty ? [Title.trimmed(line)] : parts
    }

    /// The part of a line that is being typed at its end.
    static func last(of line: String) -> Substring {
        guard Title.trimmed(line).first != "=" else { return line[...] }
        return parts(of: line).last.map { $0.drop(while: \.isWhitespace) } ?? ""
    }

    private static func parts(of line: String) -> [Substring] {
        var parts: [Substring] = []
        var start = line.startIndex
        var wordStart = line.startIndex
        var isQuoted = false
        for place in line.indices {
            switch line[place] {
            case "\"" where isQuoted: isQuoted = false
            // As in #"Meat & Fish"; an inch is no quote.
            case "\"" where ["#", "*", "@"].contains(line[wordStart..<place]): isQuoted = true
            case ";" where !isQuoted && !isPart(of: line[wordStart..<place]):
                parts.append(line[start..<place])
                start = line.index(after: place)
                wordStart = start
            case let letter where letter.isWhitespace && !isQuoted: wordStart = line.index(after: place)
            default: break
            }
        }
        parts.append(line[start...])
        return parts
    }

    /// Whether a semicolon behind those letters belongs to the word.
    private static func isPart(of word: Substring) -> Bool {
        word.contains("://") || word.lastIndex(of: "&").map { !word[$0...].contains(";") } ?? false
    }
}
