import CoreData
import SundryKit

extension ItemsScreen {
    func promptChanged() throws {
        guard let prompt, case .filter = prompt.purpose else { return }
        items.setFilter(prompt.editor.text)
    }

    func acceptPrompt() throws -> Effect {
        guard let prompt else { return .done }
        let text = prompt.editor.text
        let effect: Effect
        switch prompt.purpose {
        case .addItem: effect = try add([text])
        case .addList: effect = try addList(text)
        case .filter: effect = .done
        case .editItem(let item):
            guard item.managedObjectContext != nil, !item.isDeleted else {
                throw Problem("The item was deleted meanwhile; Esc leaves.")
            }
            try EditItem(item, .title(text)).run(in: context)
            effect = .done
        case .renameList(let list):
            guard list.managedObjectContext != nil, !list.isDeleted else {
                throw Problem("The list was deleted meanwhile; Esc leaves.")
            }
            try RenameList(list, to: text).run(in: context)
            effect = .done
        }
        // Only now: what could not be done stays to be typed better.
        self.prompt = nil
        return effect
    }

    func cancelPrompt() throws -> Effect {
        defer { prompt = nil }
        guard let prompt else { return .done }
        switch prompt.purpose {
        case .addItem: draft.item = prompt.editor.text
        case .addList: draft.list = prompt.editor.text
        case .filter: items.clearFilter(returning: true)
        case .editItem, .renameList: break
        }
        return .done
    }

    func paste(_ text: String) throws -> Effect {
        guard var prompt else {
            try prepare()
            return try add(try Title.lines(of: text))
        }
        if case .addItem = prompt.purpose, text.contains(where: \.isNewline) {
            let effect = try add(try Title.lines(of: prompt.editor.text + text))
            self.prompt = nil
            return effect
        }
        prompt.editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        self.prompt = prompt
        try promptChanged()
        return .done
    }

    /// Adds items, one step to undo, and puts the cursor on the last.
    private func add(_ titles: [String]) throws -> Effect {
        try prepare()
        let target = items.list.map(ListTarget.list) ?? .new(ItemList.firstName)
        let added = try AddItem(titles: titles, to: target).run(in: context)
        draft.item = ""
        // A list that was just made is shown first.
        try prepare()
        guard let last = added.last, items.rows.position(of: last) != nil else {
            return .say("Added, but the filter hides it; Esc shows all.")
        }
        items.rows.select(last)
        return added.count > 1 ? .say("Added \(added.count) items; u takes them back.") : .done
    }

    private func addList(_ name: String) throws -> Effect {
        let list = try AddList(name).run(in: context)
        draft.list = ""
        lists.rows.select(list)
        return .done
    }
}
