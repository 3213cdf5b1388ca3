/// Typed access to the attributes of one XML element; what does not fit is an error on the element's line.
struct ElementReader {
    let element: MarkupElement
    let file: String

    subscript(name: String) -> String? { element[name] }

    /// The text of an attribute that must be there and not be empty.
    func required(_ name: String) throws(ModelError) -> String {
        guard let text = element[name], !text.isEmpty else {
            throw error("<\(element.name)> has no \(name)")
        }
        return text
    }

    /// The text of an attribute; nil where it is missing or empty.
    func text(_ name: String) -> String? {
        element[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func flag(_ name: String, default value: Bool = false) throws(ModelError) -> Bool {
        switch element[name] {
        case nil: return value
        case "YES", "yes", "true", "1": return true
        case "NO", "no", "false", "0", "": return false
        case .some(let text): throw error("\(name) is YES or NO, not '\(text)'")
        }
    }

    func count(_ name: String) throws(ModelError) -> Int? {
        guard let text = text(name) else { return nil }
        guard let count = Int(text), count >= 0 else { throw error("\(name) is a number, not '\(text)'") }
        return count
    }

    /// The entries of a `<userInfo>` child.
    func userInfo() -> [(key: String, value: String)] {
        element.children("userInfo").flatMap { $0.children("entry") }.compactMap { entry in
            entry["key"].map { (key: $0, value: entry["value"] ?? "") }
        }
    }

    func annotations() throws(ModelError) -> Annotations {
        Annotations(
            renamingIdentifier: text("elementID"), versionHashModifier: text("versionHashModifier"),
            userInfo: userInfo(), isIndexed: try flag("indexed"),
            isIndexedBySpotlight: try flag("spotlightIndexingEnabled"))
    }

    func error(_ sentence: String) -> ModelError { ModelError(file: file, line: element.line, sentence: sentence) }

    func reader(of child: MarkupElement) -> ElementReader { ElementReader(element: child, file: file) }

    func children(_ name: String) -> [ElementReader] { element.children(name).map(reader) }
}
