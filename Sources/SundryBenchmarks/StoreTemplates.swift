import CoreData
import Foundation
import SundryBenchmarksC

/// Store files to start from. The stack makes them, so that both sides work on the same layout; each sample gets a copy.
final class StoreTemplates {
    /// What a template holds besides the categories.
    struct Kind: Hashable {
        var rows = 0
        var history = false
        /// With another number than the usual one each row has a category of its own.
        var categories = ItemSource.categoryCount
    }

    private let folder: URL
    /// Those of the application.
    let screens: ScreenStores
    private var templates: [Kind: URL] = [:]
    private var copies = 0

    init(folder: URL) throws {
        self.folder = folder.appendingPathComponent("sundry-benchmarks-\(UUID().uuidString)")
        screens = ScreenStores(folder: self.folder)
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The template itself, for workloads that only read.
    func shared(_ kind: Kind) throws -> URL {
        if let template = templates[kind] { return template }
        let file = folder.appendingPathComponent("template-\(templates.count).sqlite")
        try make(kind, at: file)
        templates[kind] = file
        return file
    }

    /// Runs the body on a copy of a template that it may write to, and returns what the file then holds.
    func withCopy(_ kind: Kind, _ body: (URL) throws -> Void) throws -> Int64 {
        copies += 1
        let file = folder.appendingPathComponent("copy-\(copies).sqlite")
        try FileManager.default.copyItem(at: try shared(kind), to: file)
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file.path + suffix)
            }
        }
        try body(file)
        return baseline_digest_file(file.path)
    }

    private func make(_ kind: Kind, at file: URL) throws {
        let stack = try BenchmarkStack(file, history: kind.history)
        let categories = (0..<kind.categories).map { number in
            let category = BenchmarkCategory(context: stack.context)
            category.name = String(format: "Category %02d", number)
            return category
        }
        try stack.context.save()
        if kind.categories != ItemSource.categoryCount {
            for (row, category) in zip(ItemSource(count: kind.rows).rows, categories) {
                let item = BenchmarkItem(context: stack.context)
                item.fill(from: row, categories: Array(repeating: category, count: ItemSource.categoryCount))
            }
            try stack.context.save()
            return try stack.close()
        }
        try stack.close()
        guard kind.rows > 0 else { return }
        let baseline = try Baseline(file, history: kind.history)
        try ItemSource(count: kind.rows).withBaseline { rows, count in
            let items = BaselineItems()
            items.items = baseline_copy(rows, count)
            try baseline.run { baseline_insert($0, &items.items) }
        }
    }
}
