/// One element of an XML file, with the line it stands on.
final class MarkupElement {
    let name: String
    let attributes: [String: String]
    let line: Int
    private(set) var children: [MarkupElement] = []
    /// The text in it, without that of its children.
    private(set) var text = ""

    init(name: String, attributes: [String: String], line: Int) {
        self.name = name
        self.attributes = attributes
        self.line = line
    }

    func append(_ child: MarkupElement) { children.append(child) }
    func append(_ text: String) { self.text += text }

    func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    subscript(attribute: String) -> String? { attributes[attribute] }
}
