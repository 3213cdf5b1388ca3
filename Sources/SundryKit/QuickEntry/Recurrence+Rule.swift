extension Recurrence {
    /// What a rule says as it is kept, where it is one of ours: `FREQ=WEEKLY;INTERVAL=2`.
    public init?(rule: String) {
        var parts: [Substring: Substring] = [:]
        for part in rule.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, parts.updateValue(sides[1], forKey: sides[0]) == nil else { return nil }
        }
        guard let unit = parts["FREQ"].flatMap({ Unit(rawValue: String($0)) }) else { return nil }
        let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let days = (parts["BYDAY"] ?? "").split(separator: ",").compactMap { names.firstIndex(of: String($0)) }
        let count = parts["INTERVAL"].flatMap { Int($0) } ?? 1
        let monthDay = parts["BYMONTHDAY"]?.split(separator: ",").last.flatMap { Int($0) }.map { min($0, 31) }
        let hour = parts["BYHOUR"].flatMap { Int($0) }.flatMap { (0..<24).contains($0) ? $0 : nil }
        let minute = hour.map { min(max($0 * 60 + (parts["BYMINUTE"].flatMap { Int($0) } ?? 0), 0), 24 * 60 - 1) }
        self.init(every: count, unit, on: days, dayOfMonth: monthDay, minute: minute)
        guard self.rule == rule, (1...999).contains(count), days.isEmpty || unit == .week else { return nil }
    }
}
