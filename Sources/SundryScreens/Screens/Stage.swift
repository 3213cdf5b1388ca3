import Foundation
import SundryKit
import SundryTerminal

/// The layers of the full screen: takes what comes from the terminal, runs actions on the top layer, and draws it.
@MainActor
final class Stage {
    let keymap: Keymap
    /// Whether lines and marks are drawn in ASCII.
    let isPlain: Bool
    private(set) var layers: [any Screen]
    private(set) var pending = PendingKeys()
    /// Where things stood when the screen was drawn last.
    var frame = Frame()
    /// Told in the bottom line until the next key.
    private(set) var message: String?
    /// What is asked before an action overwrites what was done later, until it is answered.
    private(set) var question: (text: String, action: Action)?

    init(_ first: any Screen, keymap: Keymap = .standard, isPlain: Bool = false) {
        layers = [first]
        self.keymap = keymap
        self.isPlain = isPlain
    }

    /// The layer that has the keys.
    var top: any Screen { layers[layers.count - 1] }

    /// Whose keys work now.
    var area: KeyArea { top.prompt != nil ? .prompt : question != nil ? .asking : top.area }

    /// Tells the user something until the next key.
    func say(_ text: String) { message = text }

    /// Asks whether an action is to overwrite what was done later.
    func ask(about action: Action, overwriting later: String) {
        // On a narrow screen the end is cut off.
        question = ("\(action == .redo ? "Redo" : "Undo") all the same, y or Esc? \(later).", action)
        message = nil
    }

    /// Takes a key or a paste. Gives back what the event loop is to do.
    func handle(_ input: Input) -> Request? {
        message = nil
        switch input {
        case .end: return .quit
        case .paste(let text):
            pending.reset()
            guard question == nil else { return nil }
            return attempt { try top.paste(text) }
        case .pointing(let pointing):
            guard let keys = keys(at: pointing) else { return attempt { try point(pointing) } }
            return keys.reduce(nil) { $0 ?? press($1) }
        case .key(let key): return press(key)
        }
    }

    /// The beginning of a command is not wanted any more.
    func dropPending() { pending.reset() }

    /// Before drawing: what is due is fetched.
    func prepare() {
        do {
            try top.prepare()
            try lookForCompletion()
        } catch { tell(error) }
    }

    /// Looks for what may stand at the end of the line, once for however many keys came in one go.
    private func lookForCompletion() throws {
        guard let editor = top.prompt?.editor else { return }
        let known = top.prompt?.completion
        let isKnown = known.map { known in known.chosen != nil || known.line == editor.text } ?? false
        if isKnown && editor.isAtEnd { return }
        let isCommand = top.prompt?.isCommand == true
        let completion =
            !editor.isAtEnd
            ? nil : isCommand ? commandCompletion(of: editor.text) : try top.completion(of: editor.text)
        top.prompt?.completion = completion
    }

    /// Completes the line; a step forth or back among what there is to choose.
    private func complete(_ step: Int) throws -> Effect {
        try lookForCompletion()
        guard top.prompt?.complete(step) == true else { return .say("Nothing to complete here.") }
        try top.promptChanged()
        return .done
    }

    func press(_ key: Key) -> Request? {
        let area = area
        if let after = key.afterEscape, keymap.meaning(of: pending.keys + [key], in: area) == .nothing {
            return press(Key(.escape)) ?? pressAfterEscape(after, as: key)
        }
        switch pending.press(key, in: area, of: keymap) {
        case .waiting, .dropped: return nil
        case .action(let action, let count): return attempt { try run(action, count: count) }
        case .unbound(let keys):
            if area == .prompt, keys.count == 1, let scalar = key.insertedScalar {
                top.prompt?.editor.insert(String(scalar))
                top.prompt?.completion = nil
                return attempt {
                    try top.promptChanged()
                    return .done
                }
            }
            // A question waits for its answer, and says which keys give one.
            guard area != .asking else { return nil }
            let help = keymap.key(for: .help, in: area).map { "; \($0) lists the keys" } ?? ""
            message = "\(Binding.text(keys)) does nothing here\(help)."
            return nil
        }
    }

    /// Takes a key that came in one go with Escape. Pressed one after the other over a slow line, both are meant, and swallowed they
    /// would be typed in vain; but Alt and a key look the same, and must not change or end anything.
    private func pressAfterEscape(_ key: Key, as combined: Key) -> Request? {
        if case .action(let action) = keymap.meaning(of: pending.keys + [key], in: area),
            Action.atOnce.contains(action)
        {
            message = "Esc and \(key) came as one, as \(combined) does: press \(key) again if you mean it."
            return nil
        }
        return press(key)
    }

    func run(_ action: Action, count: Int?) throws -> Effect {
        if area == .asking, let question, action == .accept || action == .cancel {
            self.question = nil
            // Whatever lies above them, what is done is done to the lists and items.
            return action == .accept ? try layers[0].overwrite(by: question.action) : .say("Left as it is.")
        }
        switch action {
        case .suspend: return .request(.suspend)
        case .redraw: return .request(.redraw)
        case .command where top.prompt == nil:
            top.prompt = Prompt(.command, label: ":")
            return .done
        case .accept where top.prompt?.isCommand == true: return try runCommand()
        case .cancel where top.prompt?.isCommand == true:
            top.prompt = nil
            return .done
        case .accept where top.prompt != nil: return try top.acceptPrompt()
        case .cancel where top.prompt != nil: return try top.cancelPrompt()
        case .complete where top.prompt != nil: return try complete(1)
        case .completeBack where top.prompt != nil: return try complete(-1)
        case .right where top.prompt?.rest != nil: return try complete(1)
        case .earlierText where top.prompt != nil: return try recall(-1)
        case .laterText where top.prompt != nil: return try recall(1)
        default: break
        }
        if top.prompt?.editor.perform(action) == true {
            top.prompt?.completion = nil
            try top.promptChanged()
            return .done
        }
        // What keys typed ahead refer to must be there, though nothing was drawn between them.
        try top.prepare()
        if case .disabled(let reason) = top.availability(of: action) { return .say(reason) }
        do {
            return try top.perform(action, count: count)
        } catch let problem as Problem {
            guard let later = problem.later else { throw problem }
            ask(about: action, overwriting: later)
            return .done
        }
    }

    /// Puts a text typed before into the line.
    private func recall(_ step: Int) throws -> Effect {
        guard top.prompt?.recall(step) == true else {
            return .say("Nothing was typed \(step < 0 ? "before" : "after") this.")
        }
        try top.promptChanged()
        return .done
    }

    private func attempt(_ body: () throws -> Effect) -> Request? {
        do {
            return apply(try body())
        } catch {
            tell(error)
            return nil
        }
    }

    private func apply(_ effect: Effect) -> Request? {
        // What was told while the action waited is over.
        message = nil
        switch effect {
        case .done: return nil
        case .say(let text): message = text
        case .open(let screen): layers.append(screen)
        case .help: layers.append(HelpScreen(keymap: keymap, of: top))
        case .close:
            guard layers.count > 1 else { return .quit }
            layers.removeLast()
        case .request(let request): return request
        }
        return nil
    }

    private func tell(_ error: any Error) {
        message = (error as? any LocalizedError)?.errorDescription ?? Problem(reading: error).sentence
    }
}
