import CoreData
import Foundation
import SundryKit
import SundryTerminal

@testable import SundryScreens

/// A full screen without a terminal: keys in, pictures out, on a store in memory.
@MainActor
final class Window {
    let stack: SundryStack
    let items: ItemsScreen
    let stage: Stage
    var size: Size
    private(set) var requests: [Request] = []
    private var decoder = KeyDecoder()

    init(width: Int = 80, height: Int = 8, isPlain: Bool = false, longFrom: Int = 20_000) throws {
        stack = SundryStack(inMemory: true)
        try stack.load()
        size = Size(width: width, height: height)
        items = ItemsScreen(context: stack.viewContext, isPlain: isPlain, longFrom: longFrom)
        stage = Stage(items, isPlain: isPlain)
    }

    var context: NSManagedObjectContext { stack.viewContext }

    /// Makes a list with items, which come one after the other in time.
    @discardableResult
    func fill(_ name: String, with titles: [String]) throws -> ItemList {
        let list = try AddList(name).run(in: context)
        // Of what is added in one go the first comes first, as it stood.
        if !titles.isEmpty { try AddItem(titles: titles.reversed(), to: .list(list)).run(in: context) }
        return list
    }

    /// Presses keys: text as it stands, other keys by name in angle brackets, as in `amilk<Enter>`.
    func press(_ keys: String) {
        var rest = Substring(keys)
        while let first = rest.first {
            if first == "<", let end = rest.firstIndex(of: ">"), let key = Key(named: String(rest[..<end].dropFirst()))
            {
                handle(.key(key))
                rest = rest[end...].dropFirst()
            } else {
                for input in decoder.decode(String(first).utf8) { handle(input) }
                rest = rest.dropFirst()
            }
        }
    }

    /// Feeds bytes as a terminal sends them.
    func feed(_ bytes: [UInt8]) {
        for input in decoder.decode(bytes) { handle(input) }
    }

    func handle(_ input: Input) {
        if let request = stage.handle(input) { requests.append(request) }
    }

    /// Draws whenever the data changed behind the screen, until the picture is as wanted.
    func wait(until isDone: () -> Bool) async {
        let (changes, changed) = AsyncStream.makeStream(of: Void.self)
        var next = changes.makeAsyncIterator()
        items.onChange = { changed.yield() }
        items.onMessage = { [stage] text in
            stage.say(text)
            changed.yield()
        }
        items.onQuestion = { [stage] action, later in
            stage.ask(about: action, overwriting: later)
            changed.yield()
        }
        repeat {
            _ = surface()
            if isDone() { return }
        } while await next.next() != nil
    }

    /// The picture as the terminal would get it.
    func surface() -> Surface {
        stage.prepare()
        return stage.draw(size: size)
    }

    /// The picture as text, times left out.
    var lines: [String] {
        surface().lines.map { line in
            var line = line.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "")
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The rows of items, without what stands around them, and behind their titles.
    var rows: [String] {
        lines.dropFirst().dropLast().compactMap { line in
            line.firstRange(of: "[").map { Self.withoutAsides(String(line[$0.lowerBound...])) }
        }
    }

    /// A row up to the gap behind the title.
    static func withoutAsides(_ row: String) -> String { row.replacing(/(\S)   *\S.*/) { "\($0.1)" } }

    /// The row with the cursor.
    var current: String? {
        let surface = surface()
        return surface.cursor.map { cursor in
            let line = surface.lines[cursor.row].drop { $0 != "[" }
            return Self.withoutAsides(String(line))
        }
    }
}
