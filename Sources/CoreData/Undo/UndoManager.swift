/// Remembers how to take back what was done, and how to do it again. Follows Apple's `UndoManager`, which Foundation on Linux
/// lacks.
///
///     context.undoManager = UndoManager()
///     item.title = "Milk"
///     context.undo()
///
/// Actions are kept in groups: one call of `undo` takes back a whole group. An undo manager belongs to the queue of the context that
/// it serves.
///
/// - Note: Differs from Apple: actions are closures only, as there are no selectors and no invocations here; a group without
///   actions is forgotten when it ends; nested groups cannot be undone by themselves.
open class UndoManager: NSObject, @unchecked Sendable {
    // Sendable: everything belongs to the queue of the context that it serves, see above.

    private enum Phase { case doing, undoing, redoing }
    private var phase = Phase.doing
    /// Begun and not ended, the outermost first.
    private var openGroups: [UndoGroup] = []
    /// The oldest first.
    private var undoGroups: [UndoGroup] = []
    private var redoGroups: [UndoGroup] = []
    private var disablings = 0

    /// Whether a group begins by itself with the first action, and ends with the turn of the main queue, or with the block
    /// that a context performs on its own.
    open var groupsByEvent = true
    /// How many groups are kept, the oldest being forgotten; 0 for all.
    open var levelsOfUndo = 0 { didSet { forgetOldest() } }

    public override init() {}

    // MARK: Groups

    /// Begins a group, inside the one that is open.
    open func beginUndoGrouping() {
        if !openGroups.isEmpty { post(.NSUndoManagerCheckpoint) }
        open(UndoGroup())
    }

    private func open(_ group: UndoGroup) {
        openGroups.append(group)
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Ends the group begun last; raises if none is open.
    open func endUndoGrouping() {
        post(.NSUndoManagerCheckpoint)
        if openGroups.isEmpty {
            raise("NSInternalInconsistencyException", "endUndoGrouping called with no matching begin")
        }
        post(.NSUndoManagerWillCloseUndoGroup)
        let group = openGroups.removeLast()
        if !openGroups.isEmpty {
            openGroups[openGroups.count - 1].take(group)
        } else if !group.actions.isEmpty {
            keep(group)
        }
        post(.NSUndoManagerDidCloseUndoGroup)
    }

    private func keep(_ group: UndoGroup) {
        if phase == .undoing { return redoGroups.append(group) }
        undoGroups.append(group)
        forgetOldest()
    }

    private func forgetOldest() {
        guard levelsOfUndo > 0 else { return }
        for groups in [\UndoManager.undoGroups, \.redoGroups] {
            let surplus = self[keyPath: groups].count - levelsOfUndo
            if surplus > 0 { self[keyPath: groups].removeFirst(surplus) }
        }
    }

    /// How many groups are open.
    open var groupingLevel: Int { openGroups.count }

    /// Ends the group that began by itself, if one did: the event is over.
    final func endEvent() {
        if phase == .doing, openGroups.count == 1, openGroups[0].isAutomatic { endUndoGrouping() }
    }

    private func beginEvent() {
        guard groupsByEvent else {
            raise("NSInternalInconsistencyException", "must begin a group before registering undo")
        }
        open(UndoGroup(isAutomatic: true))
        guard ContextQueue.isOnMain else { return }
        DispatchQueue.main.async { [weak self] in self?.endEvent() }
    }

    // MARK: Registration

    /// Adds an action that takes something back; while a group is undone, one that does it again. The target is not kept in memory: once
    /// it is gone, nothing is done.
    open func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        if openGroups.isEmpty { beginEvent() }
        if phase == .doing { redoGroups = [] }
        let action = UndoAction(target: ObjectIdentifier(target)) { [weak target] in
            if let target { handler(target) }
        }
        openGroups[openGroups.count - 1].actions.append(action)
    }

    /// Ignores what is registered from here on; may be nested.
    open func disableUndoRegistration() { disablings += 1 }

    /// Ends what `disableUndoRegistration` began; raises if nothing did.
    open func enableUndoRegistration() {
        if disablings == 0 {
            raise(
                "NSInternalInconsistencyException",
                "enableUndoRegistration may only be invoked with matching call to disableUndoRegistration")
        }
        disablings -= 1
    }

    /// Whether actions are taken.
    open var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Forgets all actions, and takes new ones even if that was disabled.
    open func removeAllActions() {
        forgetAll()
        disablings = 0
    }

    /// Forgets the actions on that target.
    open func removeAllActions(withTarget target: Any) { forgetAll(on: ObjectIdentifier(target as AnyObject)) }

    final func forgetAll() {
        undoGroups = []
        redoGroups = []
        if openGroups.first?.isAutomatic == true, openGroups.count == 1 { openGroups = [] }
        for index in openGroups.indices { openGroups[index].actions = [] }
    }

    final func forgetAll(on target: ObjectIdentifier) {
        for groups in [\UndoManager.undoGroups, \.redoGroups] {
            for index in self[keyPath: groups].indices { self[keyPath: groups][index].forget(target) }
            self[keyPath: groups].removeAll { $0.actions.isEmpty }
        }
        for index in openGroups.indices { openGroups[index].forget(target) }
    }

    // MARK: Undo and redo

    /// Whether there is anything to take back.
    open var canUndo: Bool { !undoGroups.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    /// Whether there is anything to do again.
    open var canRedo: Bool {
        post(.NSUndoManagerCheckpoint)
        return !redoGroups.isEmpty
    }
    /// Whether a group is being taken back.
    open var isUndoing: Bool { phase == .undoing }
    /// Whether a group is being done again.
    open var isRedoing: Bool { phase == .redoing }

    /// Takes back the last group; raises if one that was begun by hand is still open.
    open func undo() {
        guard phase == .doing else { return }
        post(.NSUndoManagerCheckpoint)
        endEvent()
        if !openGroups.isEmpty {
            raise("NSInternalInconsistencyException", "undo was called with too many nested undo groups")
        }
        guard let group = undoGroups.popLast() else { return }
        post(.NSUndoManagerWillUndoChange)
        perform(group, .undoing)
        post(.NSUndoManagerDidUndoChange)
    }

    /// Does the group again that was taken back last.
    open func redo() {
        guard phase == .doing, canRedo, let group = redoGroups.popLast() else { return }
        post(.NSUndoManagerWillRedoChange)
        perform(group, .redoing)
        post(.NSUndoManagerDidRedoChange)
    }

    private func perform(_ group: UndoGroup, _ phase: Phase) {
        self.phase = phase
        open(UndoGroup(name: group.name))
        for action in group.actions.reversed() { action.perform() }
        endUndoGrouping()
        self.phase = .doing
    }

    // MARK: Names

    /// Names the open group, or the last one, for the menu.
    open func setActionName(_ actionName: String) {
        if !openGroups.isEmpty {
            openGroups[0].name = actionName
        } else if !undoGroups.isEmpty {
            undoGroups[undoGroups.count - 1].name = actionName
        }
    }

    /// The name of what `undo` takes back.
    open var undoActionName: String {
        if let open = openGroups.first, openGroups.contains(where: { !$0.actions.isEmpty }) { return open.name }
        return undoGroups.last?.name ?? ""
    }
    /// The name of what `redo` does again.
    open var redoActionName: String { redoGroups.last?.name ?? "" }
    /// The title of the menu item for `undo`.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    /// The title of the menu item for `redo`.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
    /// The title of a menu item that takes back an action of that name.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }
    /// The title of a menu item that does an action of that name again.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// Actions that are taken back together, in the order they were registered.
private struct UndoGroup {
    var actions: [UndoAction] = []
    var name = ""
    /// Whether the group began by itself.
    var isAutomatic = false

    init(name: String = "", isAutomatic: Bool = false) {
        self.name = name
        self.isAutomatic = isAutomatic
    }

    mutating func take(_ nested: UndoGroup) { actions += nested.actions }
    mutating func forget(_ target: ObjectIdentifier) { actions.removeAll { $0.target == target } }
}

private struct UndoAction {
    let target: ObjectIdentifier
    let perform: () -> Void
}
