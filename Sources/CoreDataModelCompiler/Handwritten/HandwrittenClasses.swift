/// The classes of a module's own sources, and what they declare `@NSManaged`.
struct HandwrittenClasses {
    private(set) var names: Set<String> = []
    private(set) var members: [HandwrittenMember] = []
    /// The modules that the files with such members import.
    private(set) var imports: Set<String> = []

    init(_ files: [HandwrittenFile]) {
        for file in files {
            var scan = SourceScan(file: file)
            scan.run()
            names.formUnion(scan.classes)
            members += scan.members
            if !scan.members.isEmpty { imports.formUnion(scan.imports) }
        }
    }

    func members(of className: String) -> [HandwrittenMember] { members.filter { $0.className == className } }
}

/// One pass over the tokens of a file.
private struct SourceScan {
    private let file: HandwrittenFile
    private let tokens: [SwiftToken]
    private var position = 0
    /// The name of each type around the current place, nil for other braces.
    private var scopes: [String?] = []
    var classes: Set<String> = []
    var imports: Set<String> = []
    var members: [HandwrittenMember] = []

    init(file: HandwrittenFile) {
        self.file = file
        tokens = SwiftToken.tokens(of: file.text)
    }

    mutating func run() {
        var opening: String?
        while let token = next() {
            switch token.text {
            case "import": if let module = next() { imports.insert(module.text) }
            case "class", "extension":
                guard let name = typeName() else { break }
                opening = name
                if token.text == "class" { classes.insert(name) }
            case "struct", "enum", "protocol", "actor", "func", "init", "var": opening = nil
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

    private var peek: SwiftToken? { position < tokens.count ? tokens[position] : nil }

    private mutating func next() -> SwiftToken? {
        defer { position += 1 }
        return peek
    }

    /// The name after `class` or `extension`, without its module; nil where the word is a modifier or a constraint.
    private mutating func typeName() -> String? {
        guard var name = peek?.text, name.first.map({ $0.isLetter || $0 == "_" }) ?? false,
            !["func", "var", "let", "subscript", "override", "final", "public"].contains(name)
        else { return nil }
        position += 1
        while peek?.text == ".", position + 1 < tokens.count {
            name = tokens[position + 1].text
            position += 2
        }
        return name
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
                className: className, name: name.text.replacing("`", with: ""), kind: kind, isPrivate: isPrivate,
                file: file.path, line: name.line))
    }

    private mutating func parameters() -> [HandwrittenMember.Parameter] {
        var parameters: [HandwrittenMember.Parameter] = []
        while let label = next(), label.text != ")" {
            if peek?.text != ":" { position += 1 }
            guard next()?.text == ":" else { return parameters }
            parameters.append(
                HandwrittenMember.Parameter(
                    label: label.text == "_" ? nil : label.text, type: type(endingOnLine: false)))
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
            text += token.text
            position += 1
        }
        return text
    }
}
