import Foundation

/// JSON written straight into bytes, members in the order they are given.
///
/// `JSONEncoder` would build a tree first; ten thousand items are written here in the time it takes to do so.
public struct JSONText {
    /// The text so far, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var isFirst = true

    /// An empty text.
    public init() {}

    /// Writes an array, its elements written by `body`.
    public mutating func array(_ body: (inout JSONText) throws -> Void) rethrows {
        try nested("[", "]", body)
    }

    /// Writes an object, its members written by `body`.
    public mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
        try nested("{", "}", body)
    }

    /// Writes a member of an object; null where there is no value.
    public mutating func member(_ name: String, _ value: String?) {
        key(name)
        guard let value else { return raw("null") }
        quoted(value)
    }

    /// Writes a member of an object.
    public mutating func member(_ name: String, _ value: Bool) {
        key(name)
        raw(value ? "true" : "false")
    }

    /// Writes a member of an object.
    public mutating func member(_ name: String, _ value: Int) {
        key(name)
        raw(String(value))
    }

    /// Writes a member of an object, all digits kept; null where there is no value.
    public mutating func member(_ name: String, _ value: Decimal?) {
        key(name)
        raw(value.map { $0.isNaN ? "null" : $0.description } ?? "null")
    }

    /// Writes a member that is a moment in UTC, by ISO 8601; null where there is no value.
    public mutating func member(_ name: String, _ value: Date?) { member(name, value.map(DateText.iso)) }

    /// Writes a member of an object that is an array of texts.
    public mutating func member(_ name: String, _ values: [String]) {
        key(name)
        isFirst = true
        array { json in
            for value in values {
                json.separate()
                json.quoted(value)
            }
        }
    }

    /// Writes a member of an object that is an array, each element by `body`.
    public mutating func array<Element>(
        _ name: String, _ elements: [Element], _ body: (inout JSONText, Element) -> Void
    ) {
        key(name)
        isFirst = true
        array { json in
            for element in elements { body(&json, element) }
        }
    }

    /// Ends the line.
    public mutating func newline() { bytes.append(0x0A) }

    private mutating func nested(
        _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ body: (inout JSONText) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: start))
        isFirst = true
        try body(&self)
        bytes.append(UInt8(ascii: end))
        isFirst = false
    }

    private mutating func key(_ name: String) {
        separate()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case 0x0A: raw("\\n")
            case 0x0D: raw("\\r")
            case 0x09: raw("\\t")
            case 0..<0x20, 0x7F:
                let hex = String(byte, radix: 16)
                raw("\\u00" + (hex.count < 2 ? "0" : "") + hex)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
