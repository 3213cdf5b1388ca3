/// Apple's switch against use of a context off its queue: `-com.apple.CoreData.ConcurrencyDebug 1`.
enum ConcurrencyDebug {
    static let isOn = LaunchSwitch.level("ConcurrencyDebug") != 0
}
