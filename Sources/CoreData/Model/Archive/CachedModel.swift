internal import CoreDataC

/// The content of Z_MODELCACHE: a raw DEFLATE stream, without zlib's head, of a keyed archive of the model.
enum CachedModel {
    struct Damaged: Error {}

    static func encode(_ model: NSManagedObjectModel) throws -> Data {
        try deflate(ModelEncoder.encode(model, as: .cache))
    }

    static func decode(_ content: Data) throws -> NSManagedObjectModel {
        try ModelDecoder.decode(inflate(content))
    }

    /// Window of 32 KB; negative: no head, no checksum.
    private static let window: Int32 = -15

    private static func deflate(_ content: Data) throws -> Data {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            throw Damaged()
        }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(content.count))))
        let status = run(&stream, from: [UInt8](content), into: &output) { CoreDataC.deflate($0, Z_FINISH) }
        guard status == Z_STREAM_END else { throw Damaged() }
        return Data(output.prefix(Int(stream.total_out)))
    }

    private static func inflate(_ content: Data) throws -> Data {
        // A model is kilobytes; a stream that grows beyond this comes from a damaged file.
        let limit = 1 << 28
        var capacity = max(content.count * 8, 1 << 16)
        while capacity <= limit {
            var stream = z_stream()
            guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                throw Damaged()
            }
            defer { inflateEnd(&stream) }
            var output = [UInt8](repeating: 0, count: capacity)
            let status = run(&stream, from: [UInt8](content), into: &output) { CoreDataC.inflate($0, Z_FINISH) }
            if status == Z_STREAM_END { return Data(output.prefix(Int(stream.total_out))) }
            guard status == Z_BUF_ERROR, stream.avail_out == 0 else { throw Damaged() }
            capacity *= 4
        }
        throw Damaged()
    }

    /// One step over the whole of both buffers.
    private static func run(
        _ stream: inout z_stream, from input: [UInt8], into output: inout [UInt8],
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> Int32 {
        var input = input
        return input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return withUnsafeMutablePointer(to: &stream, step)
            }
        }
    }
}
