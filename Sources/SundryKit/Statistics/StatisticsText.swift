/// Statistics as lines of text, with bars of block characters, or in ASCII.
public struct StatisticsText {
    /// A line: what it is about, a bar, and the number.
    public struct Line: Equatable, Sendable {
        /// What stands at the left: a heading where there is neither bar nor number.
        public let name: String
        /// The bar, as wide as it is long.
        public let bar: String
        /// The number.
        public let text: String
        /// Whether it is a heading.
        public var isHeading: Bool { bar.isEmpty && text.isEmpty && !name.isEmpty }
    }

    /// The lines.
    public let lines: [Line]

    /// The statistics, bars being so many columns long at most.
    public init(_ statistics: Statistics, barWidth: Int, isPlain: Bool = false) {
        var lines: [Line] = []
        func add(_ title: String, _ bars: [Statistics.Bar]) {
            guard bars.contains(where: { $0.value > 0 }) else { return }
            if !lines.isEmpty { lines.append(Line(name: "", bar: "", text: "")) }
            let values = bars.map(\.value)
            let spark = isPlain ? "" : "  " + Self.sparkline(values)
            lines.append(
                Line(name: title + (bars.count > 3 && title.hasPrefix("Bought per") ? spark : ""), bar: "", text: ""))
            let most = values.max() ?? 1
            for bar in bars {
                lines.append(
                    Line(
                        name: bar.name, bar: Self.bar(bar.value / most, width: max(1, barWidth), isPlain),
                        text: bar.text))
            }
        }
        add("Open, by category", statistics.open)
        for (currency, bars) in statistics.lists { add("Open, by list, \(currency)", bars) }
        for (currency, bars) in statistics.shops { add("Open, by shop, \(currency)", bars) }
        add("Bought in \(Statistics.weekCount) weeks, by category", statistics.bought)
        add("Bought per week", statistics.weeks)
        for (currency, bars) in statistics.months { add("Spent per month, \(currency)", bars) }
        for (currency, bars) in statistics.spent {
            add("Spent in \(Statistics.monthCount) months, by shop, \(currency)", bars)
        }
        self.lines = lines
    }

    /// A bar that is part of a width, in eighths of a column, or in ASCII.
    public static func bar(_ part: Double, width: Int, _ isPlain: Bool) -> String {
        let part = max(0, min(part, 1))
        if isPlain { return String(repeating: "#", count: Int((part * Double(width)).rounded(.up))) }
        let eighths = Int((part * Double(width) * 8).rounded())
        let rest = eighths % 8
        let shown = part > 0 && eighths == 0 ? "▏" : rest == 0 ? "" : ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1]
        return String(repeating: "█", count: eighths / 8) + shown
    }

    /// A column of eighths for each value.
    static func sparkline(_ values: [Double]) -> String {
        let most = values.max() ?? 0
        let marks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return values.map { most > 0 ? marks[Int(($0 / most * 7).rounded())] : marks[0] }.joined()
    }
}
