import CoreData
import Foundation
import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

/// Keys that come from a cat on the keyboard, with resizes and edits from outside in between.
@MainActor
@Suite("Whatever is pressed, the screen stands", .timeLimit(.minutes(30)))
struct RandomKeysTests {
    /// Numbers that are the same in each run (xorshift).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private nonisolated static let isSoak = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] != nil
    private nonisolated static let seeds: [UInt64] = Array(1...(isSoak ? 50 : 4))
    private static let keyCount = isSoak ? 100_000 : 1500

    /// Every sequence of the keymap, and some letters to be typed. Not what leaves the program or the machine's files.
    private static let keys: [[Key]] = {
        let kept = Keymap.standard.bindings.filter { ![.suspend, .importFile].contains($0.action) }
        return kept.flatMap(\.sequences) + "milk 2l;#e0!".unicodeScalars.map { [Key(.character($0))] }
    }()

    @Test(
        "Nothing traps, the cursor is on the screen, a fresh picture is the same, and what is kept is in order",
        arguments: seeds)
    func press(seed: UInt64) throws {
        var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let window = try Window(width: 80, height: 24)
        var demo = DemoData(now: Date(timeIntervalSince1970: 1_790_000_000))
        try demo.seed(in: window.context)
        for step in 1...Self.keyCount {
            for key in Self.keys.randomElement(using: &numbers) ?? [] { window.handle(.key(key)) }
            switch Int.random(in: 0..<40, using: &numbers) {
            case 0:
                window.size = Size(
                    width: Int.random(in: 1...130, using: &numbers), height: Int.random(in: 1...40, using: &numbers))
            case 1: try editFromOutside(window, &numbers)
            case 2: window.handle(.paste(["a\nb; c", "two words", "\n"].randomElement(using: &numbers) ?? ""))
            default: break
            }
            guard step % 5 == 0 else { continue }
            let picture = window.surface()
            #expect(picture.size == window.size)
            if let cursor = picture.cursor {
                #expect(
                    (0..<picture.size.height).contains(cursor.row) && (0..<picture.size.width).contains(cursor.column))
            }
            // Nothing changed in between.
            #expect(window.surface() == picture, "seed \(seed), step \(step)")
        }
        #expect(!window.context.hasChanges)
        let items = try window.context.fetch(Item.fetchRequest())
        #expect(
            items.allSatisfy { $0.list != nil && $0.title?.isEmpty == false && $0.isDone == ($0.completedAt != nil) })
    }

    /// Something that another window does meanwhile.
    private func editFromOutside(_ window: Window, _ numbers: inout Numbers) throws {
        let context = window.stack.newBackgroundContext()
        let choice = Int.random(in: 0..<5, using: &numbers)
        let pick = Int.random(in: 0..<1000, using: &numbers)
        try context.performAndWait {
            let all = try context.fetch(Item.fetchRequest()).filter { $0.trashedAt == nil }
            guard !all.isEmpty else { return }
            let items = all.sorted { ($0.identifier?.uuidString ?? "") < ($1.identifier?.uuidString ?? "") }
            let item = items[pick % items.count]
            switch choice {
            case 0: try CompleteItem([item], done: !item.isDone).run(in: context)
            case 1: try DeleteItem([item]).run(in: context)
            case 2: try CategorizeItem([item], in: "Dairy").run(in: context)
            case 3: try EditItem(item, .title("other \(pick)")).run(in: context)
            default: _ = try UndoEdit().run(in: context)
            }
        }
    }
}
