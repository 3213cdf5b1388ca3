internal import CoreDataC

/// The arguments of a format string in a list that C reads: what each of them is, only the placeholders tell.
enum VariableArguments {
    static func read(_ list: CVaListPointer, for format: String) -> [Any?] {
        guard let tokens = try? PredicateLexer.tokens(of: format) else { return [] }
        let placeholders = tokens.compactMap { token -> String? in
            if case .placeholder(let kind) = token.token { kind } else { nil }
        }
        let kinds = String(placeholders.map(kind))
        var words = [UInt64](repeating: 0, count: placeholders.count + 1)
        core_data_read_arguments(kinds, &words, list)
        return zip(kinds, words).enumerated().map { index, argument in
            value(argument.1, argument.0, placeholders[index])
        }
    }

    private static func kind(_ placeholder: String) -> Character {
        switch placeholder.last {
        case "@", "K", "s", "S": "p"
        case "f", "F", "e", "E", "g", "G", "a", "A": "d"
        default: placeholder.count > 1 && !placeholder.hasPrefix("h") ? "l" : "i"
        }
    }

    private static func value(_ word: UInt64, _ kind: Character, _ placeholder: String) -> Any? {
        switch kind {
        case "d": return Double(bitPattern: word)
        case "p":
            guard let pointer = UnsafeRawPointer(bitPattern: UInt(word)) else { return nil }
            if placeholder.last == "@" || placeholder.last == "K" {
                // What stands in a list for a value is the object that its encoding made.
                return Unmanaged<NSObject>.fromOpaque(pointer).takeUnretainedValue()
            }
            return String(cString: pointer.assumingMemoryBound(to: CChar.self))
        default:
            let number = Int64(bitPattern: word)
            return placeholder.last == "u" && kind == "i" ? Int64(UInt32(truncatingIfNeeded: number)) : number
        }
    }
}
