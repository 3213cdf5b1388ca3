import Foundation

/// Dates as texts, made by the C library: `DateFormatter` takes ten times as long and 8 MB.
public enum DateText {
    /// Date and time to the minute, `2026-11-30 05:10`.
    public static let minuteFormat = "%Y-%m-%d %H:%M"

    /// In the user's time zone, by a format of strftime: `%Y-%m-%d %H:%M`.
    public static func local(_ date: Date, format: String = minuteFormat) -> String {
        var time = seconds(of: date)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return "" }
        return text(&parts, format)
    }

    /// Local dates to the minute, as ``local(_:format:)`` has them, for long lists: neighbours often share their minute.
    public struct Minutes {
        /// The seconds that have the text.
        private var seconds: Range<time_t> = 0..<0
        private var text = ""

        /// None yet.
        public init() {}

        /// The date's text.
        public mutating func local(_ date: Date) -> String {
            var time = DateText.seconds(of: date)
            if seconds.contains(time) { return text }
            var parts = tm()
            guard localtime_r(&time, &parts) != nil else { return "" }
            // The minute as the clock of the zone has it, which in zones of the past began in the middle of one of ours.
            let start = time - time_t(parts.tm_sec)
            seconds = start..<start + 60
            text = DateText.text(&parts, DateText.minuteFormat)
            return text
        }
    }

    /// The minute of the day on the user's clock.
    static func minuteOfDay(_ date: Date) -> Int? {
        var time = seconds(of: date)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return nil }
        return Int(parts.tm_hour) * 60 + Int(parts.tm_min)
    }

    /// In UTC as ISO 8601 has it, to the second: `2026-11-30T05:10:29Z`.
    public static func iso(_ date: Date) -> String { universal(date, format: "%Y-%m-%dT%H:%M:%SZ") }

    /// A day alone, `2026-11-30`. It is kept as its midnight in UTC, so that it is the same day in every time zone.
    public static func day(_ date: Date) -> String { universal(date, format: "%Y-%m-%d") }

    private static func universal(_ date: Date, format: String) -> String {
        var time = seconds(of: date)
        var parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return "" }
        return text(&parts, format)
    }

    private static func seconds(of date: Date) -> time_t {
        time_t(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
    }

    private static func text(_ parts: inout tm, _ format: String) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let count = strftime(start, buffer.count, format, &parts)
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
