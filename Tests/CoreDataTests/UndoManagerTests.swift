import CoreData
import Foundation
import Testing

/// The undo manager by itself.
@Suite struct UndoManagerTests {
    /// A number whose setting can be taken back.
    private final class Counter {
        let manager = UndoManager()
        private(set) var number = 0

        func set(_ new: Int) {
            let old = number
            manager.registerUndo(withTarget: self) { $0.set(old) }
            number = new
        }

        /// A group of its own.
        func step(_ new: Int, name: String = "") {
            manager.beginUndoGrouping()
            set(new)
            manager.setActionName(name)
            manager.endUndoGrouping()
        }
    }

    @Test func `undo and redo go back and forth through the groups`() {
        let counter = Counter()
        for number in 1...3 { counter.step(number, name: "Setting \(number)") }
        let manager = counter.manager
        #expect(manager.undoActionName == "Setting 3" && manager.undoMenuItemTitle == "Undo Setting 3")
        manager.undo()
        manager.undo()
        #expect(counter.number == 1 && manager.redoMenuItemTitle == "Redo Setting 2")
        manager.redo()
        #expect(counter.number == 2 && manager.undoActionName == "Setting 2")
        manager.undo()
        manager.undo()
        manager.undo()
        #expect(counter.number == 0 && !manager.canUndo && manager.undoMenuItemTitle == "Undo")
    }

    @Test func `something new ends what could be done again`() {
        let counter = Counter()
        counter.step(1)
        counter.manager.undo()
        #expect(counter.manager.canRedo)
        counter.step(2)
        #expect(!counter.manager.canRedo)
        counter.manager.redo()
        #expect(counter.number == 2)
    }

    @Test func `a group begins by itself and is ended by undo`() {
        let counter = Counter()
        counter.set(1)
        counter.set(2)
        #expect(counter.manager.groupingLevel == 1 && counter.manager.canUndo)
        counter.manager.undo()
        #expect(counter.number == 0 && counter.manager.groupingLevel == 0)
        counter.manager.redo()
        #expect(counter.number == 2)
    }

    @Test @MainActor func `a group that began by itself ends with the turn of the main queue`() async {
        let counter = Counter()
        counter.set(1)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(counter.manager.groupingLevel == 0)
        counter.set(2)
        counter.manager.undo()
        #expect(counter.number == 1)
    }

    @Test func `nested groups are undone with the outer one`() {
        let counter = Counter()
        counter.manager.beginUndoGrouping()
        counter.step(1, name: "Inner")
        counter.step(2)
        counter.manager.setActionName("Outer")
        #expect(counter.manager.groupingLevel == 1)
        counter.manager.endUndoGrouping()
        #expect(counter.manager.undoActionName == "Outer")
        counter.manager.undo()
        #expect(counter.number == 0 && counter.manager.redoActionName == "Outer")
    }

    @Test func `only so many levels are kept`() {
        let counter = Counter()
        counter.manager.levelsOfUndo = 2
        for number in 1...4 { counter.step(number) }
        for _ in 1...4 { counter.manager.undo() }
        #expect(counter.number == 2)
        for _ in 1...4 { counter.manager.redo() }
        #expect(counter.number == 4)
        counter.manager.levelsOfUndo = 1
        counter.manager.undo()
        counter.manager.undo()
        #expect(counter.number == 3)
    }

    @Test func `registration can be switched off, actions forgotten`() {
        let counter = Counter()
        let manager = counter.manager
        counter.step(1)
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        counter.step(2)
        manager.enableUndoRegistration()
        manager.undo()
        #expect(counter.number == 0 && !manager.canUndo && manager.canRedo)
        manager.removeAllActions(withTarget: manager)
        #expect(manager.canRedo)
        manager.removeAllActions(withTarget: counter)
        #expect(!manager.canRedo)
        counter.step(5)
        manager.disableUndoRegistration()
        manager.removeAllActions()
        #expect(!manager.canUndo && manager.isUndoRegistrationEnabled)
    }

    @Test func `a target that is gone is left alone`() {
        let manager = UndoManager()
        manager.registerUndo(withTarget: NSObject()) { _ in Issue.record("the target is gone") }
        manager.undo()
        #expect(!manager.canUndo)
    }

    @Test func `what happens is told under Apple's names`() {
        let counter = Counter()
        let heard = Heard()
        let observer = NotificationCenter.default.addObserver(forName: nil, object: counter.manager, queue: nil) {
            heard.names.append(
                $0.name.rawValue.replacingOccurrences(of: "NSUndoManager", with: "")
                    .replacingOccurrences(of: "Notification", with: ""))
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        counter.step(1)
        #expect(heard.names == ["DidOpenUndoGroup", "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup"])
        heard.names = []
        counter.manager.undo()
        let closing = ["Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup"]
        #expect(heard.names == ["Checkpoint", "WillUndoChange", "DidOpenUndoGroup"] + closing + ["DidUndoChange"])
        heard.names = []
        counter.manager.redo()
        #expect(heard.names == ["Checkpoint", "WillRedoChange", "DidOpenUndoGroup"] + closing + ["DidRedoChange"])
    }

    private final class Heard: @unchecked Sendable {
        // Sendable: the notifications come on the thread of the test.
        var names: [String] = []
    }

    @Test func `the manager tells what it is doing`() {
        let counter = Counter()
        let manager = counter.manager
        let heard = Heard()
        manager.registerUndo(withTarget: counter) { counter in
            heard.names.append("\(manager.isUndoing) \(manager.isRedoing)")
            manager.registerUndo(withTarget: counter) { _ in
                heard.names.append("\(manager.isUndoing) \(manager.isRedoing)")
            }
        }
        #expect(!manager.isUndoing && !manager.isRedoing)
        manager.undo()
        manager.redo()
        #expect(heard.names == ["true false", "false true"] && !manager.isUndoing && !manager.isRedoing)
    }

    @Test func `calls that do not match raise`() async {
        await #expect(processExitsWith: .failure) { UndoManager().endUndoGrouping() }
        await #expect(processExitsWith: .failure) { UndoManager().enableUndoRegistration() }
        await #expect(processExitsWith: .failure) {
            let manager = UndoManager()
            manager.beginUndoGrouping()
            manager.undo()
        }
        await #expect(processExitsWith: .failure) {
            let manager = UndoManager()
            manager.groupsByEvent = false
            manager.registerUndo(withTarget: manager) { _ in }
        }
    }
}
