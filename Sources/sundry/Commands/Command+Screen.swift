import SundryKit
import SundryScreens

extension Command {
    /// The full screen.
    static let screen = Command(
        name: "", words: "", count: 0...0, summary: "open the full screen; ? there lists the keys",
        options: [.plain, .noMouse], makesStore: true, closesStore: true
    ) { session in
        try FullScreen.check()
        let stack = try session.stack(author: .window)
        stack.followRemoteChanges()
        try FullScreen(
            context: stack.viewContext, isPlain: session.has(.plain), usesMouse: !session.has(.noMouse),
            settings: session.configuration
        ).run()
    }
}
