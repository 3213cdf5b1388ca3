internal import CoreDataC

/// Version hashes as Apple's stores hold them. SHA is SHA-256, text is UTF-8, I32 four bytes, low byte first:
///
/// | of | is |
/// |---|---|
/// | base(p) | SHA(name, optional ? 1 : 0, 0, modifier) |
/// | attribute | SHA(base, I32(type), [1 if stored externally or kept in tombstones]) |
/// | composite attribute | SHA(base, I32(type), [1 as above], hashes of its elements by name): ours, as no file shows Apple's |
/// | derived attribute | SHA(text of the derivation) |
/// | relationship | SHA(base, destination, inverse, I32(maxCount), I32(minCount), [1 0 if ordered]) |
/// | entity | SHA(name, abstract ? 1 : 0, [parent's hash], hashes of all properties by name, modifier, constraints) |
/// | checksum | Base64(SHA(hash of each entity by name)) |
/// | digest | Base64(SHA-512(name and hash of each entity by name)) |
///
/// "By name" is in the order of the bytes. Transient and fetched properties count for nothing; inherited ones count. The
/// inverse of a relationship that is its own is left out. A constraint is its names joined by full stops; they are sorted.
struct VersionHash {
    /// Hashes already computed: a parent's enters each of its children's.
    private var known: [ObjectIdentifier: Data] = [:]

    mutating func hash(of entity: NSEntityDescription) -> Data {
        if let frozen = entity.frozen { return frozen.versionHash }
        if let hash = known[ObjectIdentifier(entity)] { return hash }
        return hash(of: entity, Self.inOrderOfName(entity.allProperties))
    }

    /// - Parameter properties: all that the entity has, in order of name.
    mutating func hash(of entity: NSEntityDescription, _ properties: [NSPropertyDescription]) -> Data {
        var content = SHA256Content()
        content.add(entity.name ?? "")
        content.add(byte: entity.isAbstract ? 1 : 0)
        if let superentity = entity.superentity { content.add(hash(of: superentity)) }
        for property in properties where !property.isTransient {
            if var own = Self.content(of: property) { own.finish { content.add($0) } }
        }
        content.add(entity.versionHashModifier ?? "")
        let constraints = NSEntityDescription.names(in: entity.uniquenessConstraints).map { $0.joined(separator: ".") }
        for constraint in constraints.sorted(by: Self.precedes) { content.add(constraint) }
        let hash = content.finish()
        if !entity.subentities.isEmpty { known[ObjectIdentifier(entity)] = hash }
        return hash
    }

    static func hash(of entity: NSEntityDescription) -> Data {
        var hashes = VersionHash()
        return hashes.hash(of: entity)
    }

    /// nil for what no store sees: fetched properties and expressions.
    static func hash(of property: NSPropertyDescription) -> Data? {
        var content = content(of: property)
        return content?.finish()
    }

    private static func content(of property: NSPropertyDescription) -> SHA256Content? {
        switch property {
        case let derived as NSDerivedAttributeDescription:
            var content = SHA256Content()
            content.add(derived.derivationExpression.map(DerivationText.text) ?? "")
            return content
        case let attribute as NSAttributeDescription:
            var content = content(basedOn: attribute)
            content.add(Int32(truncatingIfNeeded: attribute.attributeType.rawValue))
            if attribute.allowsExternalBinaryDataStorage || attribute.preservesValueInHistoryOnDeletion {
                content.add(byte: 1)
            }
            if let composite = attribute as? NSCompositeAttributeDescription {
                for element in inOrderOfName(composite.elements) {
                    if let hash = hash(of: element) { content.add(hash) }
                }
            }
            return content
        case let relationship as NSRelationshipDescription:
            return relationshipContent(of: relationship)
        default:
            return nil
        }
    }

    private static func relationshipContent(of relationship: NSRelationshipDescription) -> SHA256Content {
        var content = content(basedOn: relationship)
        content.add(relationship.destinationEntity?.name ?? "")
        if let inverse = relationship.inverseRelationship, inverse !== relationship { content.add(inverse.name) }
        content.add(Int32(truncatingIfNeeded: relationship.maxCount))
        content.add(Int32(truncatingIfNeeded: relationship.minCount))
        if relationship.isOrdered {
            content.add(byte: 1)
            content.add(byte: 0)
        }
        return content
    }

    private static func content(basedOn property: NSPropertyDescription) -> SHA256Content {
        var base = SHA256Content()
        base.add(property.name)
        base.add(byte: property.isOptional ? 1 : 0)
        base.add(byte: 0)
        if let modifier = property.versionHashModifier { base.add(modifier) }
        var content = SHA256Content()
        base.finish { content.add($0) }
        return content
    }

    static func inOrderOfName(_ properties: [NSPropertyDescription]) -> [NSPropertyDescription] {
        properties.sorted { precedes($0.name, $1.name) }
    }

    /// By the bytes of UTF-8, whatever Unicode makes of them.
    static func precedes(_ one: String, _ other: String) -> Bool {
        // Bytes that follow each other are compared at once; a string that has none such goes byte by byte.
        let order = one.utf8.withContiguousStorageIfAvailable { one in
            other.utf8.withContiguousStorageIfAvailable { other in
                guard let left = one.baseAddress, let right = other.baseAddress else { return one.count < other.count }
                let order = memcmp(left, right, min(one.count, other.count))
                return order == 0 ? one.count < other.count : order < 0
            }
        }
        return (order ?? nil) ?? one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// The value of NSStoreModelVersionChecksumKey in a store's metadata, and of VersionInfo.plist's checksums.
    static func checksum(of hashes: [String: Data]) -> String {
        var content = SHA256Content()
        for (_, hash) in hashes.sorted(by: { precedes($0.key, $1.key) }) { content.add(hash) }
        return content.finish().base64EncodedString()
    }

    /// The value of NSStoreModelVersionHashesDigest in a store's metadata.
    static func digest(of hashes: [String: Data]) -> String {
        var content = Data()
        for (name, hash) in hashes.sorted(by: { precedes($0.key, $1.key) }) {
            content.append(contentsOf: name.utf8)
            content.append(hash)
        }
        var context = SHA2_CTX()
        SHA512Init(&context)
        content.withUnsafeBytes { SHA512Update(&context, $0.baseAddress, $0.count) }
        var digest = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_LENGTH))
        SHA512Final(&digest, &context)
        return Data(digest).base64EncodedString()
    }
}

/// Bytes on their way into a SHA-256.
private struct SHA256Content {
    private var context = SHA2_CTX()

    init() { SHA256Init(&context) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) { SHA256Update(&context, bytes.baseAddress, bytes.count) }

    mutating func add(_ data: Data) { data.withUnsafeBytes { add($0) } }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { SHA256Update(&context, $0.baseAddress, $0.count) }
    }

    mutating func add(byte: UInt8) {
        var byte = byte
        SHA256Update(&context, &byte, 1)
    }

    mutating func add(_ number: Int32) {
        withUnsafeBytes(of: number.littleEndian) { SHA256Update(&context, $0.baseAddress, 4) }
    }

    /// Hands over the 32 bytes.
    mutating func finish<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(SHA256_DIGEST_LENGTH)) { digest in
            SHA256Final(digest.baseAddress, &context)
            return body(UnsafeRawBufferPointer(digest))
        }
    }

    mutating func finish() -> Data { finish { Data($0) } }
}
