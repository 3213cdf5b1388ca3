import CoreData
import Foundation
import SundryKit

extension ItemsScreen {
    func promptChanged() throws {
        // Looked for once, before drawing, however many keys came in one go.
        if case .filter = prompt?.purpose { isFilterTyped = true }
    }

    /// What was typed into the filter's line is what is looked for.
    func takeFilter() {
        guard isFilterTyped, let prompt, case .filter = prompt.purpose else { return }
        isFilterTyped = false
        items.setFilter(prompt.editor.text)
    }

    func acceptPrompt() throws -> Effect {
        guard let prompt else { return .done }
        let text = prompt.editor.text
        let effect: Effect
        switch prompt.purpose {
        case .addItem(let list): effect = try add([text], to: list)
        case .addList: effect = try addList(text)
        case .filter:
            takeFilter()
            // What was looked for are items, wherever it was begun: keys for items must not meet the list.
            focus = .items
            effect = .done
        case .editItem(let item, let former): effect = try edit(item, from: former, to: text)
        case .moveItems(let chosen): effect = try move(chosen, to: text)
        case .categorize(let chosen): effect = try categorize(chosen, in: text)
        case .importFile: effect = try openImport(of: text)
        case .field, .command: effect = .done
        case .renameList(let list, let former): effect = try rename(list, from: former, to: text)
        }
        remember(text, of: prompt.purpose)
        // Only now: what could not be done stays to be typed better.
        self.prompt = nil
        return effect
    }

    func cancelPrompt() throws -> Effect {
        defer { prompt = nil }
        guard let prompt else { return .done }
        let text = prompt.editor.text
        remember(text, of: prompt.purpose)
        switch prompt.purpose {
        case .addItem: draft.item = text
        case .addList: draft.list = text
        case .filter:
            isFilterTyped = false
            items.clearFilter(returning: true)
            // Typed and left in one go, it was not looked for yet.
            items.matches.look(for: text)
        case .moveItems, .categorize, .importFile, .field, .command: break
        case .editItem(let item, let former): return left(text, from: former, isThere: item.isThere, &draft.item)
        case .renameList(let list, let former): return left(text, from: former, isThere: list.isThere, &draft.list)
        }
        return .done
    }

    /// Keeps what was typed, to go back to; not what stood there already.
    private func remember(_ text: String, of purpose: Prompt.Purpose) {
        switch purpose {
        case .editItem(_, text), .renameList(_, text): break
        default: typed.remember(text, as: purpose.kind)
        }
    }

    /// What was typed in the place of another text is not taken, and not lost. Where what it was meant for is gone, it is
    /// what the add line begins with, unless that has a text already.
    private func left(_ text: String, from former: String, isThere: Bool, _ draft: inout String) -> Effect {
        guard text != former, text.contains(where: { !$0.isWhitespace }) else { return .done }
        if !isThere && draft.isEmpty {
            draft = text
            return .say("Left; a begins with what you typed.")
        }
        return .say("Left as it was; \(isThere ? "e" : "a"), then ↑ brings back what you typed.")
    }

    private func edit(_ item: Item, from former: String, to title: String) throws -> Effect {
        do {
            try EditItem(item, .title(title), from: former).run(in: context)
        } catch let problem as Problem {
            guard item.isThere else {
                throw Problem("This item was deleted meanwhile; Esc keeps your text for a new one.")
            }
            // Told once: who presses Enter again means it.
            if let newer = problem.newer { prompt?.purpose = .editItem(item, former: newer) }
            throw problem
        }
        return .done
    }

    private func rename(_ list: ItemList, from former: String, to name: String) throws -> Effect {
        do {
            try RenameList(list, to: name, from: former).run(in: context)
        } catch let problem as Problem {
            guard list.isThere else {
                throw Problem("This list was deleted meanwhile; Esc keeps your text for a new one.")
            }
            if let newer = problem.newer { prompt?.purpose = .renameList(list, former: newer) }
            throw problem
        }
        return .done
    }

    func paste(_ text: String) throws -> Effect {
        guard var prompt else {
            try prepare()
            return try add(try Title.lines(of: text), to: items.list)
        }
        if case .addItem(let list) = prompt.purpose, text.contains(where: \.isNewline) {
            let effect = try add(try Title.lines(of: prompt.editor.text + text), to: list)
            self.prompt = nil
            return effect
        }
        prompt.editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        self.prompt = prompt
        try promptChanged()
        return .done
    }

    /// Adds items, one step to undo, and puts the cursor on the last.
    private func add(_ typed: [String], to list: ItemList?) throws -> Effect {
        try prepare()
        if let list, !list.isThere {
            throw Problem("This list was deleted meanwhile; Esc keeps your text for another one.")
        }
        // Where there was no list when the user began, there may be one now.
        let target = try list.map(ListTarget.list) ?? ItemList.target(named: nil, in: context)
        let start = Date()
        let added = try AddItem(lines: typed, to: target).run(in: context)
        draft.item = ""
        // A list that was just made is shown first.
        try prepare()
        guard let last = added.last, items.rows.position(of: last) != nil else {
            return .say("Added, but the filter hides it; Esc shows all.")
        }
        items.rows.select(last)
        if added.count > 1 {
            let remark = AddItem.remark(on: added, since: start).map { ", \($0)" } ?? ""
            return .say("Added \(added.count) items\(remark); u takes them back.")
        }
        guard let time = last.timestamp, time < start else { return .done }
        let line = Title.shortened(last.line)
        return .say(
            last.amount == nil ? "“\(line)” is on the list already." : "Added up to “\(line)”; u takes it back.")
    }

    private func addList(_ name: String) throws -> Effect {
        let list = try AddList(name).run(in: context)
        draft.list = ""
        lists.rows.select(list)
        return .done
    }
}
