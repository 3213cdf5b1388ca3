import Testing

@testable import CoreData

@Suite("The row cache")
struct RowCacheTests {
    private let layout: EntityLayout

    init() throws {
        let model = SampleModel.items()
        model.freeze()
        layout = try #require(model.entitiesByName["Item"]?.layout)
    }

    /// A chunk with the rows 1, 2 … in these versions.
    private func chunk(_ versions: Int32...) -> RowChunk {
        let chunk = RowChunk(layout: layout)
        for (row, version) in versions.enumerated() {
            _ = chunk.appendRow(primaryKey: Int64(row + 1), version: version)
        }
        return chunk
    }

    private func versions(_ cache: RowCache) -> [Int32?] {
        [1, 2].map { cache.row(family: layout.rootEntity, primaryKey: $0)?.version }
    }

    @Test("keeps the newer of two snapshots, whichever was entered first")
    func newerWins() {
        let cache = RowCache()
        let (one, other) = (chunk(2, 1), chunk(1, 2))
        cache.enter(one)
        #expect(versions(cache) == [2, 1])
        cache.enter(other)
        #expect(versions(cache) == [2, 2])
        withExtendedLifetime((one, other)) {}
    }

    @Test("loses a row with the chunk it stands in, and no row of another chunk")
    func leaving() {
        let cache = RowCache()
        var old: RowChunk? = chunk(1, 1)
        var new: RowChunk? = chunk(2)
        for chunk in [old, new] { if let chunk { cache.enter(chunk) } }
        old = nil
        #expect(versions(cache) == [2, nil])
        #expect(cache.holdsRows(of: layout.rootEntity))
        new = nil
        #expect(versions(cache) == [nil, nil])
        #expect(!cache.holdsRows(of: layout.rootEntity))
        withExtendedLifetime((old, new)) {}
    }
}
