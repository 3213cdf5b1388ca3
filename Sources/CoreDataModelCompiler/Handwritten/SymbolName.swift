/// Spells the symbols of a class's members as the Swift compiler does.
///
/// An `@NSManaged` property has no accessors on Linux, but its users call them by these names, so definitions can be given the
/// names. The rules are those of Swift's ABI: `$s`, module, the types around the class, class `C`, member, type,
/// `vg` for a getter and `vs` for a setter;
/// names and words that were there before are replaced by references to them.
struct SymbolName {
    private var text = "$s"
    /// Names and types that later ones can refer to, in the order of their appearance.
    private var substitutions: [String] = []
    /// The words of names so far.
    private var words: [String] = []
    /// Where the last reference ends and where its last letter, with the number before it, begins; how often it stands for that.
    private var reference = (start: 0, end: 0, count: 0)

    /// The getter or setter of a property.
    static func property(
        _ name: String, _ type: MangledType, of owner: MangledType, discriminator: String?, accessor: String
    ) -> String {
        var symbol = SymbolName(owner)
        symbol.append(name: name)
        if let discriminator {
            symbol.append(name: discriminator)
            symbol.text += "LL"
        }
        symbol.append(type)
        return symbol.text + "v" + accessor
    }

    /// A method without result.
    static func method(
        _ name: String, _ parameters: [(label: String?, type: MangledType)], of owner: MangledType,
        discriminator: String?
    ) -> String {
        var symbol = SymbolName(owner)
        symbol.append(name: name)
        if let discriminator {
            symbol.append(name: discriminator)
            symbol.text += "LL"
        }
        if parameters.contains(where: { $0.label != nil }) {
            for parameter in parameters {
                if let label = parameter.label { symbol.append(name: label) } else { symbol.text += "_" }
            }
        } else {
            symbol.text += "y"
        }
        symbol.text += "y"
        // One parameter without label is its type; anything else is a tuple.
        let isTuple = parameters.count != 1 || parameters[0].label != nil
        for (index, parameter) in parameters.enumerated() {
            symbol.append(parameter.type)
            if isTuple, index == 0 { symbol.text += "_" }
        }
        return symbol.text + (isTuple ? "tF" : "F")
    }

    private init(_ owner: MangledType) { append(owner) }

    private mutating func append(_ type: MangledType) {
        switch type {
        case .standard(let symbol): append(standard: symbol)
        case .optional(let wrapped):
            append(wrapped)
            text += "Sg"
        case .collection(let symbol, let arguments):
            text += symbol + "y"
            for argument in arguments { append(argument) }
            text += "G"
        case .nominal(let module, let steps): append(module, steps[...])
        }
    }

    /// A type after those around it.
    private mutating func append(_ module: String?, _ steps: ArraySlice<MangledType.Step>) {
        guard let last = steps.last else { return }
        let key = "type \(module ?? "Swift").\(steps.map(\.name).joined(separator: "."))"
        guard !refer(to: key) else { return }
        if steps.count > 1 {
            append(module, steps.dropLast())
        } else if let module {
            append(name: module)
        } else {
            text += "s"
        }
        append(name: last.name)
        text += last.kind
        substitutions.append(key)
    }

    /// Two equal standard symbols in a row are written once, with their number.
    private mutating func append(standard symbol: String) {
        if symbol.count == 2, symbol.hasPrefix("S"), text.hasSuffix("y" + symbol) {
            text = text.dropLast(symbol.count) + "S2" + symbol.dropFirst()
        } else {
            text += symbol
        }
    }

    /// Writes the reference to an earlier name or type, if there is one.
    ///
    /// References in a row have one `A`, and a capital letter for the last; the same twice is a number and its letter.
    private mutating func refer(to key: String) -> Bool {
        guard let index = substitutions.firstIndex(of: key), index < 26 else { return false }
        let letter = String(Unicode.Scalar(UInt8(65 + index)))
        if reference.end != text.utf8.count {
            text += "A"
            reference = (text.utf8.count, 0, 1)
            text += letter
        } else if text.hasSuffix(letter) {
            reference.count += 1
            text = "\(text.prefix(reference.start))\(reference.count)\(letter)"
        } else {
            text += text.removeLast().lowercased()
            reference = (text.utf8.count, 0, 1)
            text += letter
        }
        reference.end = text.utf8.count
        return true
    }

    private mutating func append(name: String) {
        guard !refer(to: name) else { return }
        substitutions.append(name)
        guard name.utf8.allSatisfy({ $0 < 128 }) else {
            let code = Punycode.encode(name)
            // A number that ran on would be another.
            let isOpen = code.first.map { $0.isNumber || $0 == "_" } ?? false
            text += "00\(code.utf8.count)\(isOpen ? "_" : "")\(code)"
            return
        }
        let pieces = split(name)
        let references = pieces.filter { $0.word != nil }.count
        guard references > 0 else {
            text += "\(name.utf8.count)\(name)"
            return
        }
        text += "0"
        var left = references
        for (index, piece) in pieces.enumerated() {
            guard let word = piece.word else {
                text += "\(piece.text.utf8.count)\(piece.text)"
                continue
            }
            left -= 1
            // The last reference is a capital letter, and is closed where the name ends with it.
            text.append(Character(Unicode.Scalar(UInt8((left == 0 ? 65 : 97) + word))))
            if left == 0, index == pieces.count - 1 { text += "0" }
        }
    }

    /// Cuts a name into words that are known already, by their numbers, and what lies between; notes the new words.
    private mutating func split(_ name: String) -> [(text: String, word: Int?)] {
        var pieces: [(text: String, word: Int?)] = []
        for part in Self.words(in: name) {
            if part.isWord, let known = words.firstIndex(of: part.text) {
                pieces.append((part.text, known))
                continue
            }
            if part.isWord, part.text.utf8.count >= 2, words.count < 26 { words.append(part.text) }
            if let last = pieces.last, last.word == nil {
                pieces[pieces.count - 1].text += part.text
            } else {
                pieces.append((part.text, nil))
            }
        }
        return pieces
    }

    /// A word begins at a character that is no digit and no underscore, and ends before an underscore and before a capital
    /// that follows anything else.
    private static func words(in name: String) -> [(text: String, isWord: Bool)] {
        var parts: [(text: String, isWord: Bool)] = []
        var isInside = false
        var previous: Character = "_"
        for character in name {
            if isInside, character == "_" || (character.isUppercase && !previous.isUppercase) { isInside = false }
            if isInside {
                parts[parts.count - 1].text.append(character)
            } else if character != "_", !character.isNumber {
                isInside = true
                parts.append((String(character), true))
            } else {
                parts.append((String(character), false))
            }
            previous = character
        }
        return parts
    }
}
