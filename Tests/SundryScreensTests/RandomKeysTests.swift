import CoreData
import Foundation
import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

/// Keys that come from a cat on the keyboard, with resizes and edits from outside in between.
@MainActor
@Suite("Whatever is pressed, the screen stands", .timeLimit(.minutes(600)))
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

    private nonisolated static let environment = ProcessInfo.processInfo.environment
    private nonisolated static let isSoak = environment["SUNDRY_SOAK"] != nil
    /// 50 sequences of 100,000 keys at full size; SUNDRY_SEEDS, SUNDRY_FIRST_SEED and SUNDRY_KEYS choose others.
    private nonisolated static let seeds: [UInt64] = {
        let first = number("SUNDRY_FIRST_SEED") ?? 1
        return (0..<(number("SUNDRY_SEEDS") ?? (isSoak ? 50 : 4))).map { UInt64(first + $0) }
    }()
    private static let keyCount = number("SUNDRY_KEYS") ?? (isSoak ? 100_000 : 1500)

    private nonisolated static func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }

    /// Every sequence of the keymap, and some letters to be typed. Not what leaves the program or the machine's files.
    private static let keys: [[Key]] = {
        let kept = Keymap.standard.bindings.filter { ![.suspend, .importFile].contains($0.action) }
        return kept.flatMap(\.sequences) + "milk 2l;#e0!".unicodeScalars.map { [Key(.character($0))] }
    }()
    /// What may take items away. So may a command that is typed, and what the user was asked about.
    private static let takingAway: Set<Action> = [.delete, .clearDone, .undo, .redo]
    /// So many items are enough.
    private static let most = 1500

    @Test(
        "Nothing traps, no item goes that no key took away, and what is shown is what a fresh look at the store shows",
        arguments: seeds)
    func press(seed: UInt64) async throws {
        var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let window = try Window(width: 80, height: 24)
        // What others do comes in as from another process, by the names of what changed.
        window.context.automaticallyMergesChangesFromParent = false
        var demo = DemoData(now: Date(timeIntervalSince1970: 1_790_000_000))
        try demo.seed(in: window.context)
        var kept = try itemsThere(in: window)
        var mayTakeAway = false
        var pressed = 0
        var step = 0
        while pressed < Self.keyCount {
            step += 1
            for key in Self.keys.randomElement(using: &numbers) ?? [] {
                mayTakeAway = takesAway(key, in: window) || mayTakeAway
                window.handle(.key(key))
                pressed += 1
            }
            switch Int.random(in: 0..<50, using: &numbers) {
            case 0:
                window.size = Size(
                    width: Int.random(in: 1...130, using: &numbers), height: Int.random(in: 1...40, using: &numbers))
            case 1: mayTakeAway = try editFromOutside(window, &numbers) || mayTakeAway
            case 2: window.handle(.paste(["a\nb; c", "two words", "\n"].randomElement(using: &numbers) ?? ""))
            case 3, 4:
                mayTakeAway = true
                point(window, &numbers)
            default: break
            }
            guard step % 5 == 0 else { continue }
            let place = "seed \(seed), key \(pressed)"
            // What others saved waits in the main queue.
            await Task.yield()
            if window.items.isBusy { await window.wait { !window.items.isBusy } }
            let picture = window.surface()
            #expect(picture.size == window.size)
            if let cursor = picture.cursor {
                #expect(
                    (0..<picture.size.height).contains(cursor.row) && (0..<picture.size.width).contains(cursor.column))
            }
            // Nothing changed in between.
            #expect(window.surface() == picture, "\(place)")
            let now = try itemsThere(in: window)
            if !mayTakeAway { #expect(now.isSuperset(of: kept), "\(place): \(kept.subtracting(now).count) are gone") }
            (kept, mayTakeAway) = (now, false)
            if step % 50 == 0 { try lookAfresh(window, place) }
            if now.count > Self.most {
                try takeHalfAway(window)
                kept = try itemsThere(in: window)
            }
        }
        #expect(!window.context.hasChanges)
        let items = try window.context.fetch(Item.fetchRequest())
        #expect(
            items.allSatisfy { $0.list != nil && $0.title?.isEmpty == false && $0.isDone == ($0.completedAt != nil) })
    }

    /// Whether a key, as things stand, may take items away.
    private func takesAway(_ key: Key, in window: Window) -> Bool {
        let (stage, area) = (window.stage, window.stage.area)
        guard case .action(let action) = stage.keymap.meaning(of: stage.pending.keys + [key], in: area) else {
            // Escape before it is taken as Alt.
            return key.modifiers.contains(.alt)
        }
        let isCommand = stage.top.prompt?.isCommand == true
        return Self.takingAway.contains(action) || action == .accept && (isCommand || area == .asking)
    }

    /// The items that are in lists, of which none goes by itself.
    private func itemsThere(in window: Window) throws -> Set<NSManagedObjectID> {
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
        request.resultType = .managedObjectIDResultType
        request.predicate = NSPredicate(format: "trashedAt == nil")
        return Set(try window.context.fetch(request))
    }

    /// Compares the rows, which were kept up to date change by change, with those of a pane that has just read them.
    private func lookAfresh(_ window: Window, _ place: String) throws {
        let shown = window.items.items
        guard let list = shown.list, !shown.isReading, !shown.isSearching else { return }
        let fresh = ItemsPane(context: window.context, longFrom: 1_000_000)
        fresh.show(list)
        fresh.setFilter(shown.filter)
        try fresh.prepare()
        guard !fresh.isReading, !fresh.isSearching else { return }
        func rows(_ pane: ItemsPane) -> [String] {
            let objects = pane.rows.objects(from: 0, count: pane.rows.count)
            return objects.map { item in
                let state = [
                    item.isDone ? "done" : "open", item.trashedAt == nil ? "" : "in the trash",
                    item.list === list ? "" : "elsewhere", item.isDeleted ? "deleted" : "",
                ]
                return "\(item.objectID.uriRepresentation().lastPathComponent) \(item.line) "
                    + state.filter { !$0.isEmpty }.joined(separator: ", ")
            }
        }
        let (ours, theirs) = (rows(shown), rows(fresh))
        #expect(
            ours == theirs,
            "\(place): \(shown.sort) \(shown.grouping) “\(shown.filter)”: \(ours.difference(from: theirs))")
        #expect(shown.rows.pieces.lineCount == fresh.rows.pieces.lineCount, "\(place): headings")
        let lists = try window.context.fetch(ItemList.inOrder())
        let ownLists = window.items.lists.rows
        #expect(ownLists.objects(from: 0, count: ownLists.count) == lists, "\(place): lists")
    }

    /// The mouse, anywhere.
    private func point(_ window: Window, _ numbers: inout Numbers) {
        let kinds: [Pointing.Kind] = [.press(clicks: 1), .press(clicks: 2), .wheelUp, .wheelDown]
        let place = Point(
            row: Int.random(in: 0..<window.size.height, using: &numbers),
            column: Int.random(in: 0..<window.size.width, using: &numbers))
        window.handle(.pointing(Pointing(kinds.randomElement(using: &numbers) ?? .wheelUp, at: place)))
    }

    /// Keeps the store from growing without end.
    private func takeHalfAway(_ window: Window) throws {
        try fromOutside(window) { context in
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.predicate = NSPredicate(format: "trashedAt == nil")
            request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
            request.fetchLimit = Self.most / 2
            try DeleteItem(try context.fetch(request)).run(in: context)
        }
    }

    /// Something that another window does meanwhile. Whether it may take items away.
    private func editFromOutside(_ window: Window, _ numbers: inout Numbers) throws -> Bool {
        let choice = Int.random(in: 0..<5, using: &numbers)
        let pick = Int.random(in: 0..<1000, using: &numbers)
        try fromOutside(window) { context in
            let all = try context.fetch(Item.fetchRequest()).filter { $0.trashedAt == nil }
            guard !all.isEmpty else { return }
            let items = all.sorted { ($0.identifier?.uuidString ?? "") < ($1.identifier?.uuidString ?? "") }
            let item = items[pick % items.count]
            switch choice {
            case 0: try CompleteItem([item], done: !item.isDone).run(in: context)
            case 1: try DeleteItem([item]).run(in: context)
            case 2: try CategorizeItem([item], in: "Dairy").run(in: context)
            case 3: try EditItem(item, .title("other \(pick)")).run(in: context)
            default: try undo(in: context)
            }
        }
        return choice == 1 || choice == 4
    }

    /// Makes an edit on another context. The window hears of it later, when its queue comes to that.
    private func fromOutside(_ window: Window, _ edit: (NSManagedObjectContext) throws -> Void) throws {
        let (context, own) = (window.stack.newBackgroundContext(), window.context)
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: context, queue: nil
        ) { save in
            // Names of objects, which never change.
            nonisolated(unsafe) let changes = save.userInfo ?? [:]
            DispatchQueue.main.async {
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [own])
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.performAndWait { try edit(context) }
    }

    /// Undoes, unless there is nothing to be undone, or it would overwrite what was done later.
    private func undo(in context: NSManagedObjectContext) throws {
        do {
            try UndoEdit().run(in: context)
        } catch is Problem {}
    }
}
