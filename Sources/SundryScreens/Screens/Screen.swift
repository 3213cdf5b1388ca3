import SundryTerminal

/// One layer of the full screen. The stage gives it actions, never keys, and has it draw when something changed.
@MainActor
protocol Screen: AnyObject {
    /// Whose keys work now, a prompt aside.
    var area: KeyArea { get }
    /// What the first line says.
    var header: Header { get }
    /// The line being typed, if one is.
    var prompt: Prompt? { get set }

    /// What is told of the line being typed, above it.
    var hint: String? { get }
    /// What may stand at the end of the line being typed, most likely first, in the place of some of its last letters.
    func completion(of line: String) throws -> LineCompletion?

    /// Whether an action can run now, and if not, why.
    func availability(of action: Action) -> Availability
    /// Runs an action. Throws what the user is to be told.
    func perform(_ action: Action, count: Int?) throws -> Effect
    /// Runs an action that the user was asked about, for it overwrites what was done later.
    func overwrite(by action: Action) throws -> Effect
    /// The line being typed has changed.
    func promptChanged() throws
    /// The line being typed is complete.
    func acceptPrompt() throws -> Effect
    /// The line being typed is left.
    func cancelPrompt() throws -> Effect
    /// Puts the cursor where the mouse was pressed, in rows and columns of the body. False where there is nothing to choose.
    func point(at place: Point) throws -> Bool
    /// The wheel was turned there.
    func scroll(by lines: Int, at place: Point) throws -> Effect
    /// Text was pasted, with or without a prompt.
    func paste(_ text: String) throws -> Effect
    /// The moment for work that many keys in a row need only once, such as a search: before drawing.
    func prepare() throws
    /// Draws into the rows of the body, and puts the cursor.
    func draw(on surface: inout Surface)
}

extension Screen {
    var hint: String? { nil }
    func completion(of line: String) throws -> LineCompletion? { nil }
    func promptChanged() throws {}
    func overwrite(by action: Action) throws -> Effect { .done }
    func point(at place: Point) throws -> Bool { false }

    func scroll(by lines: Int, at place: Point) throws -> Effect {
        try perform(lines < 0 ? .moveUp : .moveDown, count: abs(lines))
    }

    func acceptPrompt() throws -> Effect {
        prompt = nil
        return .done
    }

    func cancelPrompt() throws -> Effect {
        prompt = nil
        return .done
    }

    func paste(_ text: String) throws -> Effect {
        prompt?.editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        prompt?.completion = nil
        try promptChanged()
        return .done
    }
}

/// What an action wants of the stage.
@MainActor
enum Effect {
    case done
    /// Tells something in one line.
    case say(String)
    /// Puts a layer on top.
    case open(any Screen)
    /// Takes this layer away; from the last one, quits.
    case close
    /// Shows the keys of this layer.
    case help
    /// Something the event loop does.
    case request(Request)
}

/// What the stage wants of the event loop.
enum Request: Equatable, Sendable {
    case quit
    case suspend
    case redraw
}

/// What the first line of a screen says.
struct Header: Equatable, Sendable {
    var title: String
    var details: [String] = []
}
