import CoreData
import Foundation
import SundryKit
import SundryTerminal

/// What a file would bring in, and how far it has come.
@MainActor
final class ImportScreen: Screen {
    private enum State { case preview, running(Progress), done(String) }

    var prompt: Prompt?
    let area = KeyArea.importing
    private let text: TaskText
    private let target: ListTarget
    private let context: NSManagedObjectContext
    private let isPlain: Bool
    private weak var screen: ItemsScreen?
    private var scroll = Scroll()
    private var state = State.preview
    /// Whether the screen was closed while it imports.
    private var isLeft = false

    /// The preview of a file that would go into a list.
    init(of text: TaskText, to target: ListTarget, on screen: ItemsScreen) {
        self.text = text
        self.target = target
        context = screen.context
        isPlain = screen.isPlain
        self.screen = screen
    }

    var header: Header {
        let skipped = text.skipped.isEmpty ? [] : ["\(text.skipped.count) skipped"]
        return Header(
            title: "Import “\(Title.shortened(text.name))”", details: ["\(text.lines.count) to add"] + skipped)
    }

    func prepare() throws {}

    func availability(of action: Action) -> Availability {
        guard action == .accept else { return .enabled }
        if context.isReadOnly { return .disabled(Problem.readOnly.sentence) }
        return switch state {
        case .preview where screen?.isBusy == true: .disabled(ItemsScreen.busy)
        case .preview: text.lines.isEmpty ? .disabled("There is nothing in it to add; q closes.") : .enabled
        case .running: .disabled("It is on its way; Esc calls it off, q leaves it to itself.")
        case .done: .disabled("That is done; q closes.")
        }
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if scroll.move(action, lines: lineCount, count: count) { return .done }
        switch (action, state) {
        case (.accept, _): start()
        case (.escape, .running(let progress)): progress.cancel()
        case (.close, .running):
            isLeft = true
            return .close
        default: return try answer(action) ?? .done
        }
        return .done
    }

    /// Imports behind the screen.
    private func start() {
        let progress = Progress(totalUnitCount: Int64(text.lines.count))
        state = .running(progress)
        // One edit behind the screen at a time, and quitting waits for it.
        screen?.isBusy = true
        screen?.importing = self
        let edit = ImportItems(text, to: target, progress: progress) { [weak self] in
            Task { @MainActor in self?.screen?.onChange() }
        }
        edit.runBehind(context, as: .bulk) { [self] result in
            screen?.importing = nil
            screen?.finishBehind()
            let sentence: String
            switch result {
            case .success(let report):
                let how = isLeft ? "u takes them back" : "q closes, then u takes them back"
                sentence = "Added \(report.added) items to \(report.list ?? ""); \(how)."
            case .failure(let error): sentence = Problem(reading: error).sentence
            }
            state = .done(sentence)
            if isLeft { screen?.onMessage(sentence) }
            screen?.onChange()
        }
    }

    /// How far it has come, in words.
    var progressText: String? {
        guard case .running(let progress) = state else { return nil }
        return "importing \(Int(progress.fractionCompleted * 100)) %"
    }

    /// It is shown again.
    func comeBack() -> ImportScreen {
        isLeft = false
        return self
    }

    private var lineCount: Int { text.skipped.count + text.lines.count }

    /// What does not come in and why, then what does. Put together one by one: there may be a hundred thousand.
    private func line(_ index: Int) -> (text: String, isFaint: Bool) {
        guard index >= text.skipped.count else {
            let skipped = text.skipped[index]
            return ("line \(skipped.number): skipped, \(skipped.reason)", true)
        }
        let line = text.lines[index - text.skipped.count]
        return ("\(line.isDone ? "[x]" : "[ ]") \(line.title)", false)
    }

    func draw(on surface: inout Surface) {
        let size = surface.size
        surface.cursor = Point(row: 0, column: 0)
        let words: String
        switch state {
        case .preview: words = text.lines.isEmpty ? "Nothing to add." : "Enter adds them, one step to undo; Esc leaves."
        case .running(let progress):
            let part = progress.fractionCompleted
            let bar = StatisticsText.bar(part, width: max(1, min(40, size.width - 20)), isPlain)
            words = "\(Int(part * 100)) % \(bar)"
        case .done(let sentence): words = sentence
        }
        surface.write(words, row: 0, column: 0, style: .heading)
        scroll.reveal(scroll.top, of: lineCount, height: size.height - 1)
        for row in 0..<max(0, min(size.height - 1, lineCount - scroll.top)) {
            let line = line(scroll.top + row)
            surface.write(line.text, row: row + 1, column: 2, style: line.isFaint ? .aside : [])
        }
    }
}
