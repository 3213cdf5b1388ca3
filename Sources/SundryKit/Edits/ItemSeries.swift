import CoreData

/// The items that follow recurring ones: made as those are ticked, taken away as the tick is.
///
/// An item's follower has an identifier that is made of the item's own. So there is one at most, also where two windows tick
/// the item at the same moment, or one does so twice: the store refuses the second.
struct ItemSeries {
    private let context: NSManagedObjectContext
    private var followers: [UUID: Item] = [:]
    /// The items that are changed together, which keep what is done to them.
    private let changing: Set<UUID>
    private let today = CalendarDay.today
    /// When the items that were made are due.
    private(set) var made: [DueDate] = []
    /// When those were due that were taken away.
    private(set) var taken: [DueDate] = []
    /// How many items recur by a rule that is not understood.
    private(set) var unreadable = 0
    /// How many identifiers one look-up asks for.
    private static let portion = 500

    init(of items: [Item], in context: NSManagedObjectContext) throws {
        self.context = context
        let recurring = items.filter { $0.recurrence != nil }
        changing = recurring.isEmpty ? [] : Set(items.compactMap(\.identifier))
        let wanted = recurring.compactMap { $0.identifier?.following }
        for start in stride(from: 0, to: wanted.count, by: Self.portion) {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.predicate = NSPredicate(
                format: "identifier IN %@", Array(wanted[start..<min(start + Self.portion, wanted.count)]))
            for item in try context.fetch(request) { followers[item.identifier ?? UUID()] = item }
        }
    }

    /// The item was done at that moment: where it recurs, the next one is there from now on.
    mutating func goOn(after item: Item, at moment: Date) {
        guard let rule = item.recurrence, let identifier = item.identifier?.following else { return }
        guard let next = Recurrence(rule: rule)?.next(after: item.due, today: today) else {
            unreadable += 1
            return
        }
        let follower: Item
        if let there = followers[identifier] {
            // The series has gone on already, or its next item was thrown away.
            guard there.trashedAt != nil else { return }
            there.trashedAt = nil
            there.tick(at: nil)
            follower = there
        } else {
            follower = Item(entity: Item.entity(), insertInto: context)
            follower.identifier = identifier
            follower.timestamp = moment
            follower.takeAll(of: item)
            (follower.list, follower.position) = (item.list, item.position)
            followers[identifier] = follower
        }
        follower.setDue(next.due)
        follower.recurrence = next.rule.rule
        made.append(next.due)
    }

    /// The item is about to be open again: the one that came after it goes, as long as it is what it was.
    mutating func takeBack(_ item: Item) {
        guard let rule = item.recurrence.flatMap({ Recurrence(rule: $0) }), let date = item.completedAt,
            let follower = item.identifier.flatMap({ followers[$0.following] }), let due = follower.due,
            let identifier = follower.identifier, !changing.contains(identifier), !follower.isDone,
            follower.trashedAt == nil, follower.list == item.list, follower.says(allOf: item),
            let next = rule.next(after: item.due, today: CalendarDay(date) ?? today), next.due == due
        else { return }
        context.delete(follower)
        followers[identifier] = nil
        taken.append(due)
    }
}

extension Item {
    /// When it is due; nil where it is not, or beyond the calendar.
    public var due: DueDate? { dueAt.flatMap { DueDate($0, isDateOnly: dueIsDateOnly) } }

    /// Sets when it is due.
    func setDue(_ due: DueDate?) {
        dueAt = due?.date
        dueIsDateOnly = due.map { $0.minute == nil } ?? false
    }

    /// Whether it recurs like that, whatever the day of the month.
    func isRecurring(like other: Recurrence) -> Bool {
        recurrence.flatMap { Recurrence(rule: $0) }?.isLike(other) ?? false
    }

    /// Makes it say all that another item says, but for its list, and whether it is done.
    func takeAll(of item: Item) {
        title = item.title
        setQuantity(item.quantity as Decimal?, unit: item.unit, text: item.amount)
        (price, currency, note) = (item.price, item.currency, item.note)
        (dueAt, dueIsDateOnly, recurrence) = (item.dueAt, item.dueIsDateOnly, item.recurrence)
        (priority, category, extra) = (item.priority, item.category, item.extra)
        for case let tag as Tag in item.tags?.allObjects ?? [] { addToTags(tag) }
    }

    /// Whether it says all that another says, but for when it is due.
    fileprivate func says(allOf item: Item) -> Bool {
        title == item.title && amount == item.amount && price == item.price && currency == item.currency
            && note == item.note && priority == item.priority && category == item.category && tags == item.tags
    }
}

extension UUID {
    /// The identifier of what follows the thing of this one, always the same: of version 8 (RFC 9562), its bits mixed in a way
    /// that could be turned round, so that what follows two things is two things.
    var following: UUID {
        var (left, right) = withUnsafeBytes(of: uuid) {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        for round in 1...4 { (left, right) = (right, left ^ Self.mixed(right &+ UInt64(round))) }
        var next = uuid
        withUnsafeMutableBytes(of: &next) { bytes in
            bytes.storeBytes(of: left, as: UInt64.self)
            bytes.storeBytes(of: right, toByteOffset: 8, as: UInt64.self)
            bytes[6] = bytes[6] & 0x0F | 0x80
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return UUID(uuid: next)
    }

    /// The finaliser of SplitMix64.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
