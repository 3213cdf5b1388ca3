/// One pass over the tokens of a file, for its types and their `@NSManaged` members.
struct SourceScan {
    private let file: HandwrittenFile
    private let tokens: [SwiftToken]
    private var position = 0
    /// The path of each type around the current place, nil for other braces.
    private var scopes: [String?] = []
    private(set) var types: [String: HandwrittenType] = [:]
    private(set) var imports: Set<String> = []
    private(set) var members: [HandwrittenMember] = []

    init(file: HandwrittenFile) {
        self.file = file
        tokens = SwiftToken.tokens(of: file.text)
    }

    mutating func run() {
        var opening: String?
        while let token = next() {
            switch token.text {
            case "import": if let module = next() { imports.insert(module.text) }
            case "extension":
                guard let name = typeName() else { break }
                opening = name
            case "class", "struct", "enum", "actor", "protocol":
                guard let name = typeName() else { break }
                opening = declare(name, token.text)
            case "func", "init", "var": opening = nil
            case "{":
                scopes.append(opening)
                opening = nil
            case "}": _ = scopes.popLast()
            case "@" where peek?.text == "NSManaged":
                position += 1
                if let className = scopes.last ?? nil { readMember(of: className) }
            default: break
            }
        }
    }

    /// Notes a type; answers its path, nil for one of a function's own.
    private mutating func declare(_ name: String, _ keyword: String) -> String? {
        guard let outer = scopes.last ?? "" else { return nil }
        let path = outer.isEmpty ? name : "\(outer).\(name)"
        switch keyword {
        case "class": types[path] = HandwrittenType(kind: .class, superclass: superclass())
        case "struct": types[path] = HandwrittenType(kind: .structure, superclass: nil)
        case "enum": types[path] = HandwrittenType(kind: .enumeration, superclass: nil)
        case "actor": types[path] = HandwrittenType(kind: .class, superclass: nil)
        default: types[path] = HandwrittenType(kind: .other, superclass: nil)
        }
        return path
    }

    /// What stands behind the colon, which stays unread.
    private func superclass() -> String? {
        var place = position
        func text(_ place: Int) -> String? { place < tokens.count ? tokens[place].name : nil }
        guard text(place) == ":", var name = text(place + 1) else { return nil }
        place += 2
        while text(place) == ".", let next = text(place + 1) {
            name = name == "CoreData" ? next : "\(name).\(next)"
            place += 2
        }
        return name
    }

    private var peek: SwiftToken? { position < tokens.count ? tokens[position] : nil }

    private mutating func next() -> SwiftToken? {
        defer { position += 1 }
        return peek
    }

    /// The name after a keyword, with those of the types around it; nil where the word is a modifier or a constraint.
    private mutating func typeName() -> String? {
        guard let word = peek?.text, word.first.map({ $0.isLetter || $0 == "_" || $0 == "`" }) ?? false,
            !["func", "var", "let", "subscript", "override", "final", "public"].contains(word)
        else { return nil }
        var names = [tokens[position].name]
        position += 1
        while peek?.text == ".", position + 1 < tokens.count {
            names.append(tokens[position + 1].name)
            position += 2
        }
        return names.joined(separator: ".")
    }

    private mutating func readMember(of className: String) {
        var isPrivate = false
        while let token = next() {
            switch token.text {
            case "private", "fileprivate":
                if peek?.text == "(" { position += 3 } else { isPrivate = true }
            case "public", "open", "internal", "package":
                if peek?.text == "(" { position += 3 }
            case "final", "dynamic", "override", "weak", "nonisolated": break
            case "@": position += 1
            case "var":
                guard let name = next(), next()?.text == ":" else { return }
                add(name, of: className, .property(type: type(endingOnLine: true)), isPrivate)
                return
            case "func":
                guard let name = next(), next()?.text == "(" else { return }
                add(name, of: className, .method(parameters: parameters()), isPrivate)
                return
            default: return
            }
        }
    }

    private mutating func add(
        _ name: SwiftToken, of className: String, _ kind: HandwrittenMember.Kind, _ isPrivate: Bool
    ) {
        members.append(
            HandwrittenMember(
                className: className, name: name.name, kind: kind, isPrivate: isPrivate, file: file.path,
                line: name.line))
    }

    private mutating func parameters() -> [HandwrittenMember.Parameter] {
        var parameters: [HandwrittenMember.Parameter] = []
        while let label = next(), label.text != ")" {
            if peek?.text != ":" { position += 1 }
            guard next()?.text == ":" else { return parameters }
            parameters.append(
                HandwrittenMember.Parameter(
                    label: label.text == "_" ? nil : label.name, type: type(endingOnLine: false)))
            if peek?.text == "," { position += 1 }
        }
        return parameters
    }

    /// The text of a type: up to what cannot belong to one, or to the end of its line.
    private mutating func type(endingOnLine: Bool) -> String {
        var text = ""
        var depth = 0
        let line = peek?.line
        while let token = peek {
            if depth == 0, [")", "}", "{", ";", "=", ","].contains(token.text) { break }
            if depth == 0, endingOnLine, token.line != line { break }
            if ["[", "<", "("].contains(token.text) { depth += 1 }
            if ["]", ">", ")"].contains(token.text) { depth -= 1 }
            text += token.name
            position += 1
        }
        return text
    }
}
