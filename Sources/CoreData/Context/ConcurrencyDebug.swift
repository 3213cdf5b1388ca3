/// Apple's switch against use of a context off its queue: `-com.apple.CoreData.ConcurrencyDebug 1` as launch argument,
/// or the environment variable `com_apple_CoreData_ConcurrencyDebug`.
enum ConcurrencyDebug {
    static let isOn: Bool = {
        let arguments = ProcessInfo.processInfo.arguments
        if let at = arguments.firstIndex(of: "-com.apple.CoreData.ConcurrencyDebug"), at + 1 < arguments.count {
            return arguments[at + 1] != "0"
        }
        let value = ProcessInfo.processInfo.environment["com_apple_CoreData_ConcurrencyDebug"] ?? "0"
        return value != "0" && !value.isEmpty
    }()
}
