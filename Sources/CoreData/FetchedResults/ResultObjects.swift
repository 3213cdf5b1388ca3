/// The objects behind the rows of a list: found or made when asked for, and the last few thousand kept.
///
/// A list of a million rows cannot hold a million objects. The rows of a window are made together, so that their values are
/// read in one go.
final class ResultObjects {
    private let context: NSManagedObjectContext
    private var homes: [ObjectHome] = []
    private var numberOfHome: [ObjectIdentifier: Int] = [:]
    /// Objects that were unsaved when their rows were entered: their keys change.
    private var unsaved: [RowHandle: NSManagedObject] = [:]
    private var kept = ObjectSet()
    private var hand = 0
    private let capacity: Int

    init(_ context: NSManagedObjectContext, keeping capacity: Int) {
        self.context = context
        self.capacity = capacity
    }

    // MARK: Rows

    /// The row of an object that enters the list.
    func row(entering object: NSManagedObject) -> RowHandle {
        let row = RowHandle(home: number(of: object.home), key: object.key)
        if object.key < 0 { unsaved[row] = object }
        keep(object)
        return row
    }

    /// The row an object has if it is in the list.
    func row(of object: NSManagedObject) -> RowHandle? {
        numberOfHome[object.home.identity].map { RowHandle(home: $0, key: object.key) }
    }

    func number(of home: ObjectHome) -> Int {
        if let number = numberOfHome[ObjectIdentifier(home)] { return number }
        let number = homes.count
        homes.append(home)
        numberOfHome[ObjectIdentifier(home)] = number
        return number
    }

    /// Rows whose objects have got permanent keys since they were entered, with what they are called now.
    func takeRenamed() -> [(old: RowHandle, new: RowHandle)] {
        guard !unsaved.isEmpty else { return [] }
        var renamed: [(RowHandle, RowHandle)] = []
        for (row, object) in unsaved where object.key != row.key {
            unsaved[row] = nil
            renamed.append((row, self.row(entering: object)))
        }
        return renamed
    }

    func leave(_ row: RowHandle) {
        if let object = unsaved.removeValue(forKey: row) ?? homes[row.home].family?.object(row.key) {
            kept.remove(object)
        }
    }

    // MARK: Objects

    /// The ID of a row's object, which need not be in memory.
    func id(of row: RowHandle) -> NSManagedObjectID {
        present(row)?.objectID ?? NSManagedObjectID(home: homes[row.home], key: row.key)
    }

    /// The object of a row if it is in memory.
    func present(_ row: RowHandle) -> NSManagedObject? {
        unsaved[row] ?? homes[row.home].family?.object(row.key)
    }

    /// The objects of rows, in their order; those not in memory are made as faults that are read together.
    func objects(_ rows: [RowHandle]) -> [NSManagedObject] {
        if unsaved.isEmpty { return savedObjects(rows) }
        var saved = savedObjects(rows.filter { unsaved[$0] == nil })[...]
        return rows.compactMap { unsaved[$0] ?? saved.popFirst() }
    }

    private func savedObjects(_ rows: [RowHandle]) -> [NSManagedObject] {
        guard let first = rows.first else { return [] }
        let store = homes[first.home].store
        if rows.contains(where: { homes[$0.home].store !== store }) {
            // Of several stores: one by one.
            return rows.map { context.object(in: homes[$0.home], key: $0.key) }
        }
        var keys = FetchedKeys(primaryKeys: rows.map(\.key))
        if homes.count > 1 { keys.layouts = rows.map { homes[$0.home].layout } }
        return context.objects(for: keys, declared: homes[first.home].entity, store: store, batchSize: 64)
    }

    /// Holds an object; when there are too many, lets go of one that was held before it.
    func keep(_ object: NSManagedObject) {
        guard kept.insert(object), kept.count > capacity else { return }
        hand = (hand + 1) % (kept.count - 1)
        kept.remove(kept.objects[hand])
    }
}
