import Foundation

/// The value of an attribute as a file gives it, read by the attribute's type.
enum AttributeValue: Equatable {
    case integer(Int64)
    case real(Double)
    /// The digits as they were written.
    case decimal(String)
    case boolean(Bool)
    case text(String)
    /// Seconds since the reference date.
    case date(Double)
    case uuid(UUID)
    case url(URL)

    /// Reads the text of a value; nil where it is none, or where the type has no values that can be written as text.
    init?(_ text: String, of type: AttributeDeclaration.TypeName) {
        switch type {
        case .integer16: self.init(integer: text, Int16.self)
        case .integer32: self.init(integer: text, Int32.self)
        case .integer64: self.init(integer: text, Int64.self)
        case .double, .float, .date:
            guard let number = Double(text) else { return nil }
            self = type == .date ? .date(number) : .real(number)
        case .decimal:
            guard Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) != nil else { return nil }
            self = .decimal(text)
        case .boolean:
            switch text.lowercased() {
            case "yes", "true", "1": self = .boolean(true)
            case "no", "false", "0": self = .boolean(false)
            default: return nil
            }
        case .string: self = .text(text)
        case .uuid:
            guard let uuid = UUID(uuidString: text) else { return nil }
            self = .uuid(uuid)
        case .uri:
            guard let url = URL(string: text) else { return nil }
            self = .url(url)
        case .undefined, .binary, .transformable, .objectID, .composite: return nil
        }
    }

    /// Whole numbers are written "3" as well as "3.0".
    private init?<Integer: FixedWidthInteger>(integer text: String, _ type: Integer.Type) {
        guard let number = Integer(text) ?? Double(text).flatMap({ Integer(exactly: $0) }) else { return nil }
        self = .integer(Int64(number))
    }

    /// The value as attributes hold it.
    var object: Any {
        switch self {
        case .integer(let number): number
        case .real(let number): number
        case .decimal(let digits): NSDecimalNumber(string: digits)
        case .boolean(let flag): flag
        case .text(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .uuid(let uuid): uuid
        case .url(let url): url
        }
    }

    /// The value as it stands in source code.
    var source: String {
        switch self {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .decimal(let digits): "NSDecimalNumber(string: \(SwiftText.literal(digits)))"
        case .boolean(let flag): "\(flag)"
        case .text(let text): SwiftText.literal(text)
        case .date(let seconds): "Date(timeIntervalSinceReferenceDate: \(seconds))"
        case .uuid(let uuid): "UUID(uuidString: \"\(uuid.uuidString)\")"
        case .url(let url): "URL(string: \(SwiftText.literal(url.absoluteString)))"
        }
    }

    /// The value as it stands in a predicate's format.
    var format: String {
        switch self {
        case .decimal(let digits): digits
        case .date(let seconds): "CAST(\(seconds), \"NSDate\")"
        case .text(let text): SwiftText.literal(text)
        default: source
        }
    }
}
