/// Keys at even distances in memory: those of a chunk's rows, or of an array. Valid as long as that memory is.
struct KeyRun: @unchecked Sendable {
    // Sendable: read by the caller alone, who takes it into a lock and out again.
    private let start: UnsafeRawPointer
    private let stride: Int
    let count: Int

    init(start: UnsafeRawPointer, stride: Int, count: Int) {
        self.start = start
        self.stride = stride
        self.count = count
    }

    @inline(__always)
    subscript(index: Int) -> Int64 { start.load(fromByteOffset: index &* stride, as: Int64.self) }
}
