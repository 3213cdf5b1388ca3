import CoreData
import SundryKit
import SundryTerminal

/// What a form is about: its fields as texts, and the edit that each of them makes.
@MainActor
protocol FormSubject {
    var title: String { get }
    /// Whether it is there still.
    var isThere: Bool { get }
    var fields: [(label: String, text: String, example: String)] { get }
    /// Changes a field from the text that it had when typing began, one step to undo. Throws where it has another one by now.
    func set(_ field: Int, to text: String, from former: String) throws
    /// What may stand in a field.
    func names(for field: Int) throws -> [String]
}

/// The editor of an item or a list: a row for each field, each changed by itself.
@MainActor
final class FormScreen: Screen {
    var prompt: Prompt?
    let area = KeyArea.form
    private let subject: any FormSubject
    private let context: NSManagedObjectContext
    private var row = 0
    private var scroll = Scroll()
    /// What stood in the field when typing began.
    private var former = ""

    init(_ subject: any FormSubject, in context: NSManagedObjectContext) {
        self.subject = subject
        self.context = context
    }

    var header: Header { Header(title: subject.isThere ? subject.title : "It was deleted meanwhile") }
    private var count: Int { subject.isThere ? subject.fields.count : 0 }
    var hint: String? {
        guard prompt != nil, subject.isThere else { return nil }
        let names = prompt?.completion?.candidates.prefix(6).joined(separator: ", ")
        return names ?? subject.fields[row].example
    }

    func prepare() throws {}

    func availability(of action: Action) -> Availability {
        if let refusal = refusal(of: action, in: context) { return refusal }
        if action == .edit, !subject.isThere { return .disabled("It was deleted meanwhile; q closes.") }
        return .enabled
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if let target = scroll.target(of: action, from: row, rows: self.count, count: count) {
            row = target
            return .done
        }
        guard action == .edit else { return try answer(action, in: context) ?? .done }
        let field = subject.fields[row]
        former = field.text
        prompt = Prompt(.field, label: "\(field.label): ", text: field.text)
        return .done
    }

    func completion(of line: String) throws -> LineCompletion? {
        LineCompletion(of: line, among: try subject.names(for: row))
    }

    func acceptPrompt() throws -> Effect {
        guard let text = prompt?.editor.text else { return .done }
        guard subject.isThere else { throw Problem("It was deleted meanwhile: nothing was changed; Esc leaves.") }
        do {
            if text != former { try subject.set(row, to: text, from: former) }
        } catch let problem as Problem {
            // Told once: who presses Enter again means it.
            if let newer = problem.newer { former = newer }
            throw problem
        }
        prompt = nil
        return .done
    }

    func point(at place: Point) throws -> Bool {
        guard (0..<max(0, count - scroll.top)).contains(place.row) else { return false }
        row = scroll.top + place.row
        return true
    }

    func draw(on surface: inout Surface) {
        guard count > 0 else { return surface.cursor = Point(row: 0, column: 0) }
        let fields = subject.fields
        scroll.reveal(row, of: fields.count, height: surface.size.height)
        let width = min((fields.map { displayWidth($0.label) }.max() ?? 0) + 2, surface.size.width / 2)
        for (line, field) in fields.dropFirst(scroll.top).prefix(surface.size.height).enumerated() {
            let isSelected = line + scroll.top == row
            if isSelected { surface.write(">", row: line, column: 0) }
            surface.write(field.label, row: line, column: 2, width: width, style: .aside)
            let text = field.text.isEmpty ? "-" : field.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            surface.write(text, row: line, column: 2 + width, style: isSelected ? .selected : [])
        }
        surface.cursor = Point(row: row - scroll.top, column: 0)
    }
}
