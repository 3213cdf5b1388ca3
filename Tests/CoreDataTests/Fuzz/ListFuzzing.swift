import CoreData
import Foundation

@testable import CoreData

/// The lists that are kept for the next launch.
enum ListFuzzing {
    /// The bytes are those behind the checksum: hardly a mutant would have the right one.
    static let target = FuzzTarget(
        name: "list-cache", rounds: 2_000,
        seeds: {
            [true, false].map { isSectioned in
                let rows = (0..<5).map { RowHandle(home: 0, key: $0 * 1000 + 1) }
                let keys = (0..<5).map { number in
                    let text = number == 0 ? nil : Array("é\(number / 2)".utf8)
                    return ListKey(parts: [.text(text), .ordinal(Int64(number))])
                }
                let runs = SectionRuns([("", 1), ("é0", 1), ("é1", 2), ("é2", 1)])
                let list = KeyFetch.Found(rows: RowList(shape, rows: rows, keys: keys), runs: isSectioned ? runs : nil)
                return Array(written(list).dropFirst(12))
            }
        },
        read: { bytes in
            guard let list = read(head(bytes) + bytes) else { return }
            let problems = list.rows.checkInvariants()
            guard problems.isEmpty else { throw FuzzFinding(problems.joined(separator: "\n")) }
            _ = try? ResultLayout(list.rows, list.runs, source: nil)
            guard let again = read(written(list)),
                again.rows.rows(0..<again.rows.count) == list.rows.rows(0..<list.rows.count),
                again.runs?.runs.map(\.name) == list.runs?.runs.map(\.name)
            else { throw FuzzFinding("a list is another when it is written and read again") }
        })

    private static let model = SampleModel.items()

    private static var shape: KeyShape {
        KeyShape(
            [NSSortDescriptor(key: "title", ascending: true), NSSortDescriptor(key: "count", ascending: false)],
            model.entitiesByName["Item"])
    }

    private static func head(_ bytes: [UInt8]) -> [UInt8] {
        ListWriter.head + withUnsafeBytes(of: ListReader.checksum(bytes).littleEndian) { Array($0) }
    }

    private static func written(_ list: KeyFetch.Found) -> [UInt8] {
        var writer = ListWriter()
        writer.add(Array("subject".utf8))
        writer.add([1, 2, 3])
        writer.add(list, ["Item": 0])
        return writer.finish()
    }

    private static func read(_ bytes: [UInt8]) -> KeyFetch.Found? {
        bytes.withUnsafeBytes { bytes in
            var reader = ListReader(bytes)
            guard reader.takeHead(), reader.data() != nil, reader.data() != nil else { return nil }
            return reader.list(shape, ["Item": 0])
        }
    }
}
