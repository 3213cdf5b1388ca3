/// What the delegate is told of an event, in the form that it wants.
extension FetchedResults {
    /// What an event is told with.
    struct Telling {
        let delegate: any NSFetchedResultsControllerDelegate
        let controller: NSFetchedResultsController<any NSFetchRequestResult>
        let list: List
    }

    func tell(_ relevant: ResultChanges, _ telling: Telling) {
        switch form.way {
        case .singly:
            telling.delegate.controllerWillChangeContent(telling.controller)
            tellSingly(apply(relevant, telling.list), telling)
        case .snapshot: tellSnapshot(apply(relevant, telling.list), telling)
        case .difference: tellDifference(apply(relevant, telling.list), telling)
        case .untried: tellFirst(relevant, telling)
        }
        for row in relevant.leaving { telling.list.objects.leave(row) }
    }

    private func apply(_ relevant: ResultChanges, _ list: List) -> ResultDifference {
        keepSnapshot()
        do {
            let difference = try list.layout.apply(relevant)
            forgetObjects()
            return difference
        } catch {
            raise("NSInternalInconsistencyException", Self.reason(error.index, error.name))
        }
    }

    // MARK: The first event

    /// Tries the forms one after the other. Until it is known that changes are told one by one, the list must be there as it was,
    /// too: for the call that comes before the change, and for good where no method is there at all.
    private func tellFirst(_ relevant: ResultChanges, _ telling: Telling) {
        let list = telling.list
        let canDiffer = sectionNameKeyPath == nil && !form.isMissing(.difference)
        var isWarned = false
        if form.isMissing(.snapshot), !canDiffer {
            warn(telling)
            isWarned = true
            if form.isTold {
                form.settle(.singly)
                return tellSingly(apply(relevant, list), telling)
            }
        }
        let former = List(layout: list.layout.copy(), objects: list.objects, criteria: list.criteria)
        let difference = apply(relevant, list)
        if !form.isMissing(.snapshot) {
            tellSnapshot(difference, telling)
            if !form.isMissing(.snapshot) { return form.settle(.snapshot) }
        }
        if canDiffer {
            tellDifference(difference, telling)
            if !form.isMissing(.difference) { return form.settle(.difference) }
        }
        if !isWarned {
            replaceList(former)
            warn(telling)
            replaceList(list)
        }
        tellSingly(difference, telling)
        if form.isTold {
            form.settle(.singly)
        } else if !form.mayBeTold || sectionNameKeyPath == nil {
            // Nobody follows: the results are those that were fetched.
            replaceList(former)
            stopFollowing()
        }
    }

    private func warn(_ telling: Telling) {
        form.note(calling: .willChange)
        telling.delegate.controllerWillChangeContent(telling.controller)
    }

    // MARK: Forms

    /// The list as a whole, after a fetch.
    func tellFetched() {
        guard let delegate, let face, let list, !form.isMissing(.snapshot) else { return }
        tellSnapshot(ResultDifference(), Telling(delegate: delegate, controller: face.untyped, list: list))
        if !form.isMissing(.snapshot) { form.settle(.snapshot) }
    }

    private func tellSnapshot(_ difference: ResultDifference, _ telling: Telling) {
        let list = telling.list
        let updated = difference.updated.map(\.row)
        let snapshot = NSDiffableDataSourceSnapshotReference { list.snapshot(updated: updated) }
        lastSnapshot = snapshot
        telling.delegate.controller(telling.controller, didChangeContentWith: snapshot)
    }

    private func tellDifference(_ difference: ResultDifference, _ telling: Telling) {
        telling.delegate.controller(
            telling.controller, didChangeContentWith: telling.list.collectionDifference(difference))
    }

    /// Sections first, then objects: those that left, came, went elsewhere, changed.
    private func tellSingly(_ difference: ResultDifference, _ telling: Telling) {
        let (delegate, controller) = (telling.delegate, telling.controller)
        if !difference.deletedSections.isEmpty || !difference.insertedSections.isEmpty {
            form.note(calling: .section)
            for change in difference.deletedSections {
                delegate.controller(controller, didChange: change.section, atSectionIndex: change.index, for: .delete)
            }
            for change in difference.insertedSections {
                delegate.controller(controller, didChange: change.section, atSectionIndex: change.index, for: .insert)
            }
        }
        form.note(calling: [.object, .didChange])
        for (changes, type) in [
            (difference.deleted, NSFetchedResultsChangeType.delete), (difference.inserted, .insert),
            (difference.moved, .move), (difference.updated, .update),
        ] {
            for change in changes {
                // Whatever an event is about is in memory until it has been told.
                guard let object = telling.list.objects.present(change.row) else { continue }
                delegate.controller(
                    controller, didChange: object, at: change.old, for: type, newIndexPath: change.new)
            }
        }
        delegate.controllerDidChangeContent(controller)
    }
}

extension FetchedResults.List {
    /// The IDs of all objects by section, those marked that changed where they are.
    fileprivate func snapshot(updated: [RowHandle]) -> NSDiffableDataSourceSnapshotReference.Content {
        var snapshot = NSDiffableDataSourceSnapshotReference.Content()
        snapshot.content = layout.sections.map { section in
            .init(
                identifier: AnyIdentifier(section.name),
                items: layout.rows.rows(section.range).map { AnyIdentifier(objects.id(of: $0)) })
        }
        snapshot.reloadedItemIdentifiers = updated.map { AnyIdentifier(objects.id(of: $0)) }
        return snapshot
    }

    /// The same as offsets in a list without sections. What moved or changed is taken out and put in again, each naming the other's
    /// place.
    fileprivate func collectionDifference(_ difference: ResultDifference) -> CollectionDifference<NSManagedObjectID> {
        var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
        for change in difference.deleted {
            guard let old = change.old else { continue }
            changes.append(.remove(offset: old[1], element: objects.id(of: change.row), associatedWith: nil))
        }
        for change in difference.inserted {
            guard let new = change.new else { continue }
            changes.append(.insert(offset: new[1], element: objects.id(of: change.row), associatedWith: nil))
        }
        for change in difference.moved + difference.updated {
            guard let old = change.old, let new = layout.rows.offset(of: change.row) else { continue }
            let id = objects.id(of: change.row)
            changes.append(.remove(offset: old[1], element: id, associatedWith: new))
            changes.append(.insert(offset: new, element: id, associatedWith: old[1]))
        }
        guard let made = CollectionDifference(changes) else {
            raise("NSInternalInconsistencyException", "The changes of a list contradict each other.")
        }
        return made
    }
}
