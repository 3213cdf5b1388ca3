import CoreData
import Foundation
import SundryKit
import SundryTerminal

/// The full screen of the program.
///
///     try FullScreen(context: stack.viewContext).run()
public struct FullScreen {
    private let context: NSManagedObjectContext
    private let isPlain: Bool
    private let usesMouse: Bool
    private let settings: Configuration

    /// The screen of the lists of a context of the main queue. `isPlain` draws lines in ASCII; the mouse is
    /// taken where both `usesMouse` and the settings say so.
    public init(
        context: NSManagedObjectContext, isPlain: Bool = false, usesMouse: Bool = true,
        settings: Configuration = Configuration()
    ) {
        self.context = context
        self.isPlain = isPlain
        self.usesMouse = usesMouse && settings.usesMouse
        self.settings = settings
    }

    /// Runs until the user quits, on the main thread.
    ///
    /// Throws a `Problem` if there is no terminal for it. If a signal ends it, the process ends by that signal once the
    /// terminal is as it was.
    public func run() throws {
        // Crosses no thread: this is the main thread, which the assumption checks.
        nonisolated(unsafe) let screen = self
        do {
            try MainActor.assumeIsolated { try screen.runOnMain() }
        } catch let error as TerminalError {
            throw Problem(error.description)
        }
    }

    /// Throws a `Problem` where there is no terminal for the full screen. To be asked before a store is opened, or made,
    /// for nothing.
    public static func check() throws {
        do {
            try MainActor.assumeIsolated { try Terminal.check() }
        } catch let error as TerminalError {
            throw Problem(error.description)
        }
    }

    @MainActor
    private func runOnMain() throws {
        let (theme, looks) = Theme.configured(by: settings)
        let terminal = try Terminal(mouse: usesMouse, theme: theme)
        defer { terminal.stop() }
        let items = ItemsScreen(context: context, isPlain: isPlain, settings: settings)
        let (keymap, faults) = Keymap.configured(by: settings)
        let stage = Stage(items, keymap: keymap, isPlain: isPlain)
        let wrong = settings.faults + looks + faults
        if let fault = wrong.min(by: { $0.line < $1.line }) {
            let more = wrong.count > 1 ? "; sundry config tells of \(wrong.count - 1) more" : ""
            stage.say("In the config file, \(fault.words)\(more); the rest holds.")
        }
        if let notice = terminal.notice { stage.say(notice) }
        if context.isReadOnly { stage.say("The store may not be written: look at the lists; nothing can be changed.") }
        let loop = EventLoop(stage, on: terminal)
        items.onChange = { [weak loop] in loop?.setNeedsDraw() }
        items.onMessage = { [weak loop, weak stage] text in
            stage?.say(text)
            loop?.setNeedsDraw()
        }
        items.onQuestion = { [weak loop, weak stage] action, later in
            stage?.ask(about: action, overwriting: later)
            loop?.setNeedsDraw()
        }
        items.onClose = { [weak loop] in loop?.quit() }
        let waiting = NotificationCenter.default.addObserver(forName: .sundryStoreIsHeld, object: nil, queue: nil) {
            [weak loop] _ in
            let message = "Another program is using the store; waiting for it …"
            // An edit of the screen holds up the event loop while it waits; one behind it has a thread of its own.
            if Thread.isMainThread {
                MainActor.assumeIsolated { loop?.show(message) }
            } else {
                DispatchQueue.main.async { loop?.show(message) }
            }
        }
        // Met while rows are drawn: they stay blank, and the sentence follows at once.
        let unread = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didFailToReadObjectsNotification, object: context, queue: nil
        ) { [weak loop, weak stage] notification in
            let error = notification.userInfo?[NSUnderlyingErrorKey] as? NSError
            let sentence = Problem(reading: error ?? CocoaError(.fileReadUnknown)).sentence
            MainActor.assumeIsolated {
                stage?.say(sentence)
                loop?.setNeedsDraw()
            }
        }
        defer { for observer in [waiting, unread] { NotificationCenter.default.removeObserver(observer) } }
        if case .signal(let number) = loop.run() {
            terminal.stop()
            TerminalSignals.endProcess(by: number)
        }
        items.noteShown()
    }
}
