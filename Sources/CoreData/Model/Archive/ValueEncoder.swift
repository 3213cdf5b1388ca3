/// Values of Foundation's classes on their way into an archive; the counterpart of `ValueDecoder`.
struct ValueEncoder {
    private var foreign: [ObjectIdentifier: PropertyListNode] = [:]

    mutating func add(_ value: Any?, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        switch value {
        case nil: return KeyedArchiveWriter.null
        case let value as String: return writer.add(value)
        case let value as NSDecimalNumber: return DecimalArchive.add(value, to: &writer)
        case let value as Decimal: return DecimalArchive.add(value as NSDecimalNumber, to: &writer)
        case let value as Bool: return writer.add(plain: .bool(value))
        case let value as any BinaryInteger: return writer.add(plain: .integer(Int64(truncatingIfNeeded: value)))
        case let value as Double: return writer.add(plain: .real(value))
        case let value as Float: return writer.add(plain: .real(Double(value)))
        case let value as NSNumber: return add(value, to: &writer)
        case let value as Date:
            return writer.add(["NSDate", "NSObject"], ["NS.time": .real(value.timeIntervalSinceReferenceDate)])
        case let value as Data: return writer.add(plain: .data(value))
        case let value as UUID:
            let bytes = withUnsafeBytes(of: value.uuid) { Data($0) }
            return writer.add(["NSUUID", "NSObject"], ["NS.uuidbytes": .data(bytes)])
        case let value as URL:
            let fields = ["NS.base": add(value.baseURL, to: &writer), "NS.relative": writer.add(value.relativeString)]
            return writer.add(["NSURL", "NSObject"], fields)
        case is NSNull: return writer.add(["NSNull", "NSObject"], [:])
        case let value as ForeignObject: return add(value, to: &writer)
        default: return addCollection(value, to: &writer)
        }
    }

    /// Numbers of Foundation's on Linux say what they were made of.
    private func add(_ number: NSNumber, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "B"): writer.add(plain: .bool(number.boolValue))
        case UInt8(ascii: "f"), UInt8(ascii: "d"): writer.add(plain: .real(number.doubleValue))
        default: writer.add(plain: .integer(number.int64Value))
        }
    }

    private mutating func add(_ object: ForeignObject, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        if let known = foreign[ObjectIdentifier(object)] { return known }
        let reference = writer.reserve()
        foreign[ObjectIdentifier(object)] = reference
        var fields: [String: PropertyListNode] = [:]
        for (name, value) in object.fields.sorted(by: { $0.key < $1.key }) { fields[name] = add(value, to: &writer) }
        writer.fill(reference, object.classNames, fields)
        return reference
    }

    private mutating func addCollection(_ value: Any?, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        switch value {
        case let value as [AnyHashable: Any]: return add(dictionary: value, to: &writer)
        case let value as NSOrderedSet:
            let elements = value.array.map { add($0, to: &writer) }
            return writer.add(["NSOrderedSet", "NSObject"], ["NS.objects": .array(elements)])
        case let value as Set<AnyHashable>: return writer.add(set: value.map { add($0.base, to: &writer) })
        case let value as NSSet: return writer.add(set: value.allObjects.map { add($0, to: &writer) })
        case let value as [Any]: return writer.add(array: value.map { add($0, to: &writer) })
        // What has no archived form is left out: a model's defaults and constants are values.
        default: return KeyedArchiveWriter.null
        }
    }

    private mutating func add(
        dictionary: [AnyHashable: Any], to writer: inout KeyedArchiveWriter
    ) -> PropertyListNode {
        let members = dictionary.sorted { String(describing: $0.key) < String(describing: $1.key) }
        let keys = members.map { add($0.key.base, to: &writer) }
        let values = members.map { add($0.value, to: &writer) }
        return writer.add(["NSDictionary", "NSObject"], ["NS.keys": .array(keys), "NS.objects": .array(values)])
    }
}
