extension String {
    /// The name as it may stand in a statement: as it is, like Apple's, where it is an identifier, else quoted.
    ///
    /// Names from a model begin with Z and so are never keywords; names from a file may be anything.
    var sqlName: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                true
            default: false
            }
        }
        return isPlain ? self : "\"" + replacing("\"", with: "\"\"") + "\""
    }
}
