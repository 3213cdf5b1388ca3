import Foundation

/// The table of all results: printed line by line as they come, and as JSON.
struct ResultTable {
    private var results: [Measurement.Result] = []

    var isOver: Bool { results.contains(where: \.isOver) }

    func printHeader() {
        print(line("workload", "C ms", "ours ms", "ratio", "by minima", "target", ""))
        print(String(repeating: "-", count: Self.widths.reduce(0) { $0 + $1 + 2 } + 4))
    }

    mutating func add(_ result: Measurement.Result) {
        results.append(result)
        let isTime =
            switch result.workload.target {
            case .ratio, .milliseconds: true
            case .bytes, .mebibytes, .count: false
            }
        let ours = Measurement.Result.median(result.ours)
        print(
            line(
                result.workload.name,
                result.c.isEmpty ? "–" : number(Measurement.Result.median(result.c) / 1e6),
                isTime ? number(ours / 1e6) : "–",
                amount(result.median, result), amount(result.minimum, result), "≤ " + targetText(result),
                result.isOver ? "over" : "ok"))
    }

    /// Every sample, for comparisons between runs.
    func json() throws -> Data {
        struct Row: Encodable {
            let workload: String
            let c: [Double]
            let ours: [Double]
            let median: Double
            let minimum: Double
            let target: String
            let isOver: Bool
        }
        let rows = results.map {
            Row(
                workload: $0.workload.name, c: $0.c, ours: $0.ours, median: $0.median, minimum: $0.minimum,
                target: targetText($0), isOver: $0.isOver)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(rows)
    }

    private static let widths = [58, 9, 9, 9, 9, 10]

    private func line(_ cells: String...) -> String {
        zip(cells, Self.widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + padding : padding + cell.0
        }.joined(separator: "  ") + "  " + (cells.last ?? "")
    }

    private func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.3f" : "%.1f", value)
    }

    private func amount(_ value: Double, _ result: Measurement.Result) -> String {
        switch result.workload.target {
        case .ratio: String(format: "%.2f", value)
        case .milliseconds: String(format: "%.3f ms", value)
        case .bytes: String(format: "%.0f B", value)
        case .mebibytes: String(format: "%.1f MiB", value)
        case .count: String(format: "%.0f", value)
        }
    }

    private func targetText(_ result: Measurement.Result) -> String {
        switch result.workload.target {
        case .ratio(let limit): String(format: "%.2f", limit)
        case .milliseconds(let limit): String(format: "%.2f ms", limit)
        case .bytes(let limit): String(format: "%.0f B", limit)
        case .mebibytes(let limit): String(format: "%.0f MiB", limit)
        case .count(let limit): String(format: "%.0f", limit)
        }
    }
}
