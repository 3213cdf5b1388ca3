/// Property lists out of files that anybody may have written.
enum PropertyListDictionary {
    /// The members of a list; nil where it is no dictionary.
    ///
    /// Binary lists are read here: Foundation's reader ends the program over some that are damaged. It gets what only it can read, once
    /// it is seen to be sound.
    static func read(_ bytes: [UInt8]) -> [String: Any]? {
        guard bytes.starts(with: "bplist".utf8) else { return foundationList(bytes) }
        guard let (list, isForFoundation) = try? BinaryPropertyListReader.readForeign(bytes) else { return nil }
        return isForFoundation ? foundationList(bytes) : list.foundationValue as? [String: Any]
    }

    private static func foundationList(_ bytes: [UInt8]) -> [String: Any]? {
        (try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)) as? [String: Any]
    }
}
