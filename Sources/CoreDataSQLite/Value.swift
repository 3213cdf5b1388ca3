/// One value of a row or a parameter, for statements that are not worth a typed loop.
public enum Value: Hashable, Sendable {
    /// No value.
    case null
    /// A 64-bit integer.
    case integer(Int64)
    /// A double.
    case real(Double)
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The integer, nil for any other kind.
    public var integer: Int64? {
        if case .integer(let value) = self { return value }
        return nil
    }

    /// The text, nil for any other kind.
    public var text: String? {
        if case .text(let value) = self { return value }
        return nil
    }
}
