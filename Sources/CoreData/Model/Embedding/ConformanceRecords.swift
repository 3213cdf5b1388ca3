internal import CoreDataC

/// The conformances that compilers recorded in the program and its libraries, as the Swift runtime keeps them.
///
/// | record, 16 bytes | |
/// |---|---|
/// | Int32 | offset of the protocol's descriptor; bit 0: of a pointer to it |
/// | Int32 | offset of the type's descriptor |
/// | Int32 | offset of the witness table |
/// | UInt32 | flags; bits 3–5: 0 the type's descriptor directly, 1 a pointer to it |
///
/// A section holds an Int32 offset for each record. The layout is part of Swift's ABI, the same for 5.0 to 6.3.
enum ConformanceRecords {
    /// The types, not generic ones, that are declared to conform to a protocol.
    static func types(conformingTo existential: Any.Type) -> [Any.Type] {
        var search = Search(protocolDescriptor: protocolDescriptor(of: existential))
        withUnsafeMutablePointer(to: &search) { search in
            core_data_each_conformance_section(
                { start, count, context in
                    // The context is the search, which outlives the call.
                    context!.assumingMemoryBound(to: Search.self).pointee.scan(start, count: count)
                }, search)
        }
        return search.found
    }

    /// An existential type's metadata: kind, flags, number of protocols (4 bytes), then the protocol descriptors.
    private static func protocolDescriptor(of existential: Any.Type) -> UnsafeRawPointer {
        unsafeBitCast(existential, to: UnsafeRawPointer.self).load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    }

    private struct Search {
        let protocolDescriptor: UnsafeRawPointer
        var found: [Any.Type] = []

        mutating func scan(_ start: UnsafePointer<Int32>, count: Int) {
            for index in 0..<count {
                let record = UnsafeRawPointer(start + index) + Int(start[index])
                guard target(of: record) == protocolDescriptor else { continue }
                let flags = record.load(fromByteOffset: 12, as: UInt32.self)
                var descriptor = record + 4 + Int(record.load(fromByteOffset: 4, as: Int32.self))
                switch flags >> 3 & 7 {
                case 0: break
                case 1: descriptor = descriptor.load(as: UnsafeRawPointer.self)
                default: continue
                }
                if let metadata = core_data_type_metadata(descriptor) {
                    found.append(unsafeBitCast(metadata, to: Any.Type.self))
                }
            }
        }

        /// The protocol descriptor a record names.
        private func target(of record: UnsafeRawPointer) -> UnsafeRawPointer {
            let offset = Int(record.load(as: Int32.self))
            let address = record + (offset & ~1)
            return offset & 1 == 0 ? address : address.load(as: UnsafeRawPointer.self)
        }
    }
}
