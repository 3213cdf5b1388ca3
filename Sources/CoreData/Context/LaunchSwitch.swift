/// What a program was launched with for finding faults in it: `-com.apple.CoreData.NAME VALUE` among its arguments, or the
/// environment variable `com_apple_CoreData_NAME`.
enum LaunchSwitch {
    /// The value as a number; 0 where it is not there or no number.
    static func level(_ name: String) -> Int {
        let process = ProcessInfo.processInfo
        return level(name, process.arguments, process.environment)
    }

    static func level(_ name: String, _ arguments: [String], _ environment: [String: String]) -> Int {
        if let at = arguments.firstIndex(of: "-com.apple.CoreData.\(name)"), at + 1 < arguments.count {
            return level(of: arguments[at + 1])
        }
        return environment["com_apple_CoreData_\(name)"].map(level(of:)) ?? 0
    }

    private static func level(of value: String) -> Int {
        // Some write YES.
        Int(value) ?? (value.isEmpty || value.lowercased() == "no" ? 0 : 1)
    }
}
