import Foundation
import FoundationXML

/// Reads an XML file into a tree of elements.
final class MarkupReader: NSObject, XMLParserDelegate {
    private let file: String
    private var root: MarkupElement?
    private var open: [MarkupElement] = []
    /// The first thing that was wrong: Foundation's parser on Linux tells its delegate, and answers true all the same.
    private var failure: ModelError?

    private init(file: String) { self.file = file }

    /// The root element of the file.
    static func read(_ data: Data, file: String) throws(ModelError) -> MarkupElement {
        let reader = MarkupReader(file: file)
        let parser = XMLParser(data: data)
        parser.delegate = reader
        _ = parser.parse()
        if let failure = reader.failure { throw failure }
        guard let root = reader.root, reader.open.isEmpty else {
            throw reader.error(reader.root == nil ? 4 : 77, parser)
        }
        return root
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        if failure == nil { failure = error((parseError as NSError).code, parser) }
    }

    private func error(_ code: Int, _ parser: XMLParser) -> ModelError {
        ModelError(file: file, line: max(1, parser.lineNumber), sentence: "malformed XML: \(reason(of: code))")
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    ) {
        let element = MarkupElement(name: elementName, attributes: attributeDict, line: parser.lineNumber)
        open.last?.append(element)
        if root == nil { root = element }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
    ) {
        _ = open.popLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.append(string) }

    /// The numbers are libxml2's, the only thing the parser tells.
    private func reason(of code: Int) -> String {
        let inside = open.last.map { " inside <\($0.name)>" } ?? ""
        switch code {
        case 4: return "the file is empty"
        case 5, 77: return "the file ends\(inside.isEmpty ? " too early" : inside)"
        case 38: return "an attribute value contains '<'"
        case 39, 40: return "an attribute value is not quoted\(inside)"
        case 41: return "an attribute has no value\(inside)"
        case 42: return "an attribute is given twice\(inside)"
        case 65: return "a space is missing between attributes\(inside)"
        case 73: return "a '>' is missing\(inside)"
        case 76: return "the end tag does not fit\(inside)"
        case 26, 28: return "an entity reference is unknown or unfinished"
        case 9, 81: return "there is a character that XML does not allow"
        default: return "it cannot be parsed\(inside) (libxml2 error \(code))"
        }
    }
}
