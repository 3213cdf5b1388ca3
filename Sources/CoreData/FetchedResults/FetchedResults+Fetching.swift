extension FetchedResults {
    /// Up to so many rows, a list is made of objects; beyond, of keys alone, with objects for the rows that are looked at.
    private static let objectLimit = 2000
    /// How many objects a list of keys holds at a time.
    static let keptObjects = 16_384

    /// Makes the list that a request asks for: of what its cache holds, of the store's keys, or of objects.
    func fetchList(_ settings: FetchSettings, _ entity: NSEntityDescription, _ criteria: ResultCriteria) throws -> List
    {
        guard let store = storeOfRows(settings, entity, criteria) else {
            return try list(of: context.fetchObjects(settings), criteria)
        }
        let holder = ResultObjects(context, keeping: Self.keptObjects)
        let cache = cache(settings, entity, store)
        lazy var fetch = keyFetch(settings, entity, criteria, store, holder, cache)
        if cache != nil, let found = fetch.load() { return try list(of: found, holder, criteria) }
        guard hasSectionsByKey(criteria) else { return try listInNamedSections(settings, criteria, fetch, cache) }
        var first = settings
        first.limit = Self.objectLimit + 1
        let objects = try context.fetchObjects(first)
        if objects.count <= Self.objectLimit {
            if cache != nil { _ = try fetch.run() }
            return try list(of: objects, criteria)
        }
        let list = try list(of: fetch.run(), holder, criteria)
        for object in objects { holder.keep(object) }
        return list
    }

    /// A list in sections whose names only objects know. The cache keeps them along with the store's keys, unless an object may have
    /// named its section by what is not in the store.
    private func listInNamedSections(
        _ settings: FetchSettings, _ criteria: ResultCriteria, _ fetch: KeyFetch, _ cache: ListCache?
    ) throws -> List {
        let mark = context.registry.count == 0 ? cache?.mark() : nil
        let list = try list(of: context.fetchObjects(settings), criteria)
        if let mark, !context.hasChanges {
            let rows = try fetch.read().rows
            let shown = list.layout.rows
            if rows.rows(0..<rows.count).map(\.key) == shown.rows(0..<shown.count).map(\.key) {
                let runs = SectionRuns(list.layout.sections.map { ($0.name, $0.numberOfObjects) })
                fetch.write(KeyFetch.Found(rows: rows, runs: runs), readSince: mark)
            }
        }
        return list
    }

    /// The cache of the list, where it has one; a context that reads a former state of the store has none.
    func cache(_ settings: FetchSettings, _ entity: NSEntityDescription, _ store: NSPersistentStore) -> ListCache? {
        guard let cacheName, context.activity.pin == nil else { return nil }
        return ListCache(cacheName, settings, entity, sectionNameKeyPath: sectionNameKeyPath, of: store)
    }

    /// What makes the cache's file of the store as it is; nil where the context reads a former state of it.
    func cacheFetch(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ criteria: ResultCriteria,
        _ store: NSPersistentStore, _ cache: ListCache
    ) -> KeyFetch? {
        guard context.activity.pin == nil else { return nil }
        let holder = ResultObjects(context, keeping: Self.keptObjects)
        return keyFetch(settings, entity, criteria, store, holder, cache)
    }

    /// What reads a list's keys; to be made on the context's queue, and run on any.
    func keyFetch(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ criteria: ResultCriteria,
        _ store: NSPersistentStore, _ holder: ResultObjects, _ cache: ListCache?
    ) -> KeyFetch {
        KeyFetch(
            settings.plan(entity, margin: 0), criteria, of: (try? context.reading(store)) ?? store,
            hasSections: sectionNameKeyPath != nil && hasSectionsByKey(criteria), cache: cache
        ) { holder.number(of: context.registry.home(of: $0, in: store)) }
    }

    /// The store to ask for keys; nil where it takes objects to make the list.
    func storeOfKeys(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ criteria: ResultCriteria
    ) -> NSPersistentStore? {
        hasSectionsByKey(criteria) ? storeOfRows(settings, entity, criteria) : nil
    }

    /// The store that knows which rows the list has, in which order, if not in which sections.
    private func storeOfRows(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ criteria: ResultCriteria
    ) -> NSPersistentStore? {
        guard case .coordinator(let coordinator) = context.source, settings.limit == 0, settings.offset == 0,
            settings.includesPendingChanges, criteria.shape.isStorable
        else { return nil }
        let stores = coordinator.stores(for: entity, among: settings.affectedStores)
        return stores.count == 1 && stores[0].evaluatesPredicates ? stores[0] : nil
    }

    /// Whether a row's first key is the name of its section.
    private func hasSectionsByKey(_ criteria: ResultCriteria) -> Bool {
        sectionNameKeyPath == nil || sectionNameKeyPath == criteria.shape.terms[0].key
    }

    private func list(of objects: [NSManagedObject], _ criteria: ResultCriteria) throws -> List {
        let holder = ResultObjects(context, keeping: max(objects.count * 2, Self.keptObjects))
        let rows = RowList(
            criteria.shape, rows: objects.map(holder.row(entering:)), keys: objects.map(criteria.shape.key))
        return List(
            layout: try ResultLayout(rows, criteria.sectionRuns(objects), source: self), objects: holder,
            criteria: criteria)
    }

    private func list(
        of found: KeyFetch.Found, _ holder: ResultObjects, _ criteria: ResultCriteria
    ) throws -> List {
        let list = List(
            layout: try ResultLayout(found.rows, found.runs, source: self), objects: holder, criteria: criteria)
        // The store knows nothing of what is pending here.
        var pending = ContextChanges()
        pending.inserted = context.changes.inserted
        pending.updated = context.changes.updated
        pending.deleted = context.changes.deleted
        _ = try list.layout.apply(list.relevant(pending))
        return list
    }
}

extension FetchedResults {
    /// A fetched list: its layout, the objects behind it, and what decides who belongs to it.
    struct List {
        let layout: ResultLayout
        let objects: ResultObjects
        let criteria: ResultCriteria

        /// Gives rows their new names whose objects were saved since.
        func settle() {
            for (old, new) in objects.takeRenamed() { layout.rows.rename(old, to: new) }
        }

        /// Picks from the changes of an event what concerns the list.
        func relevant(_ changes: ContextChanges) -> ResultChanges {
            var relevant = ResultChanges()
            var seen = ObjectSet()
            for group in [changes.deleted, changes.deletedUnseen, changes.invalidated] {
                for object in group where seen.insert(object) {
                    if let row = row(of: object) { relevant.leaving.append(row) }
                }
            }
            for group in [changes.inserted, changes.updated, changes.refreshed, changes.refreshedUnseen] {
                for object in group where criteria.concerns(object) && seen.insert(object) {
                    let row = row(of: object)
                    // News may come late: of a row that is gone by now. It is found out by reading, if it was not read.
                    if object.chunk == nil, object.flags.contains(.fault) { object.prepareToRead() }
                    let fits = !object.isDeleted && criteria.admits(object) && !object.isDeleted
                    switch (row, fits) {
                    case (let row?, true): relevant.changed.append(criteria.placement(of: object, row))
                    case (let row?, false): relevant.leaving.append(row)
                    case (nil, true):
                        relevant.entering.append(criteria.placement(of: object, objects.row(entering: object)))
                    case (nil, false): break
                    }
                }
            }
            return relevant
        }

        func row(of object: NSManagedObject) -> RowHandle? {
            guard let row = objects.row(of: object), layout.rows.contains(row) else { return nil }
            return row
        }

        /// The object of a row, with those around it if it has yet to be made.
        func object(at offset: Int) -> NSManagedObject {
            let row = layout.rows[offset]
            if let object = objects.present(row) {
                objects.keep(object)
                return object
            }
            let window = max(offset - 16, 0)..<min(offset + 48, layout.rows.count)
            let made = objects.objects(layout.rows.rows(window))
            for object in made { objects.keep(object) }
            return made[offset - window.lowerBound]
        }
    }
}
