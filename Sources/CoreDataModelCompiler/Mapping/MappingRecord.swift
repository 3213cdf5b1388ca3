import Foundation

/// An object of the XML store that a mapping model is.
struct MappingRecord {
    let id: String
    let type: String
    let line: Int
    /// The IDs that each relationship leads to.
    let references: [String: [String]]
    private let attributes: [String: String]

    init(_ element: MarkupElement) {
        id = element["id"] ?? ""
        type = element["type"] ?? ""
        line = element.line
        attributes = Dictionary(
            element.children("attribute").map { ($0["name"] ?? "", $0.text) }, uniquingKeysWith: { $1 })
        references = Dictionary(
            element.children("relationship").map { relationship in
                let ids = relationship["idrefs"]?.split(separator: " ").map(String.init) ?? []
                return (relationship["name"] ?? "", ids)
            }, uniquingKeysWith: { $1 })
    }

    /// The value of an attribute; nil for none, and for an empty text.
    subscript(attribute: String) -> String? { attributes[attribute].flatMap { $0.isEmpty ? nil : $0 } }

    /// The value of an attribute that holds data, in Base64 with `\n` between the lines.
    func data(_ attribute: String) -> Data? {
        self[attribute].flatMap {
            Data(
                base64Encoded: $0.replacingOccurrences(of: "\\n", with: "\n"), options: .ignoreUnknownCharacters)
        }
    }
}
