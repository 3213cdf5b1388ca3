import Synchronization

extension NSManagedObjectID {
    /// Numbers of unsaved objects: process-wide, so that a parent and its children agree on them.
    private static let lastNumber = Atomic<Int64>(0)

    /// The next number, negated: what an unsaved object has as its key.
    static func nextTemporaryKey() -> Int64 { -lastNumber.add(1, ordering: .relaxed).newValue }

    /// Stands in the URI of temporary IDs, so that those of two runs differ.
    private static let run = UUID().uuidString

    /// The ID as a URI: `x-coredata://STORE/Entity/p1`, or `x-coredata:///Entity/tUUID1` while temporary.
    public func uriRepresentation() -> URL {
        let name = entity.name ?? ""
        let text =
            switch key {
            case .permanent(let key): "x-coredata://\(storeIdentifier)/\(name)/p\(key)"
            case .temporary(let number): "x-coredata:///\(name)/t\(Self.run)\(number)"
            }
        guard let url = URL(string: text) else {
            raise("NSInvalidArgumentException", "The object ID \(text) is no URL.")
        }
        return url
    }

    /// Store, entity and key that a URI names; nil for what is no URI of an object ID.
    static func parts(of uri: URL) -> (store: String, entity: String, key: Key)? {
        guard uri.scheme == "x-coredata" else { return nil }
        let path = uri.path.split(separator: "/", omittingEmptySubsequences: true)
        guard path.count == 2, let kind = path[1].first else { return nil }
        let rest = path[1].dropFirst()
        switch kind {
        case "p": return Int64(rest).map { (uri.host ?? "", String(path[0]), .permanent($0)) }
        case "t":
            guard rest.hasPrefix(run) else { return nil }
            return UInt64(rest.dropFirst(run.count)).map { ("", String(path[0]), .temporary($0)) }
        default: return nil
        }
    }
}
