import Foundation

/// The list behind a fetched results controller, whatever the type of its results.
///
/// Fetched once, the list is kept up to date from what the context tells of each event: objects that left, entered or changed are
/// judged in memory and found by binary search, and nothing is ever fetched again.
final class FetchedResults: SectionSource {
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    let cacheName: String?
    private(set) var list: List?
    /// All objects in one array, until the list changes.
    private var allObjects: [NSManagedObject]?
    /// The fetch that is running on another queue and will replace the list.
    var background: BackgroundFetch? { didSet { oldValue?.cancel() } }
    /// Who is told of changes, and under which controller's name.
    weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        didSet {
            form = DelegateForm()
            track()
        }
    }
    /// In which way the delegate wants to be told.
    var form = DelegateForm()
    weak var face: (any FetchedResultsFace)?
    /// Keeps the file of the cache up to date, where there is one.
    private var refresh: CacheRefresh?
    /// Handed out last, and perhaps still to be put together.
    weak var lastSnapshot: NSDiffableDataSourceSnapshotReference?

    init(context: NSManagedObjectContext, sectionNameKeyPath: String?, cacheName: String?) {
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
    }

    deinit { background?.cancel() }

    // MARK: Fetching

    func perform(_ settings: FetchSettings) throws {
        keepSnapshot()
        let entity = settings.entity(in: context.persistentStoreCoordinator)
        let criteria = ResultCriteria(settings, entity, sectionNameKeyPath: sectionNameKeyPath)
        background = nil
        list = nil
        allObjects = nil
        do {
            list = try fetchList(settings, entity, criteria)
        } catch let error as ResultLayout.OutOfOrder {
            throw Self.error(error)
        }
        track()
        keepCache(settings, entity, criteria)
        tellFetched()
    }

    /// Follows the store with the cache's file while the list is followed. Sections that only objects can name are kept by a fetch
    /// alone.
    func keepCache(_ settings: FetchSettings, _ entity: NSEntityDescription, _ criteria: ResultCriteria) {
        refresh = nil
        guard let store = storeOfKeys(settings, entity, criteria), let cache = cache(settings, entity, store) else {
            return
        }
        refresh = CacheRefresh(context) { [weak self] in
            guard let self, delegate != nil, storeOfKeys(settings, entity, criteria) === store else { return nil }
            return cacheFetch(settings, entity, criteria, store, cache)
        }
    }

    /// Puts another list, fetched anew, in place of this one.
    func show(_ list: List) {
        replaceList(list)
        track()
        tellFetched()
    }

    /// Makes the list another one.
    func replaceList(_ list: List) {
        self.list = list
        allObjects = nil
    }

    /// The array of all objects is out of date.
    func forgetObjects() { allObjects = nil }

    /// A snapshot that is held by somebody is put together while the list is as it was.
    func keepSnapshot() {
        _ = lastSnapshot?.content
        lastSnapshot = nil
    }

    static func error(_ error: ResultLayout.OutOfOrder) -> any Error {
        CocoaError(.coreData, userInfo: ["reason": reason(error.index, error.name)])
    }

    static func reason(_ index: Int, _ name: String) -> String {
        "The fetched object at index \(index) has an out of order section name '\(name). "
            + "Objects must be sorted by section name'"
    }

    /// Without a delegate the results stay as they were fetched.
    private func track() {
        guard delegate != nil, list != nil else {
            context.notifications.remove(self)
            return
        }
        context.notifications.add(self) { [unowned self] changes in hear(changes) }
    }

    /// The list stays as it is from now on.
    func stopFollowing() { context.notifications.remove(self) }

    // MARK: Reading

    var sections: [FetchedSection]? { list?.layout.sections }

    var objects: [NSManagedObject]? {
        if let allObjects { return allObjects }
        guard let list else { return nil }
        let objects = list.objects.objects(list.layout.rows.rows(0..<list.layout.rows.count))
        allObjects = objects
        return objects
    }

    func objects(in range: Range<Int>) -> [Any] {
        guard let list else { return [] }
        return list.objects.objects(list.layout.rows.rows(range))
    }

    func object(at indexPath: IndexPath) -> NSManagedObject {
        guard let list, let offset = list.layout.offset(at: indexPath) else {
            raise("NSInvalidArgumentException", "no object at index path \(indexPath)")
        }
        return list.object(at: offset)
    }

    func indexPath(of object: NSManagedObject) -> IndexPath? {
        guard let list else { return nil }
        list.settle()
        return list.row(of: object).flatMap(list.layout.indexPath)
    }

    func indexTitle(forSectionName name: String) -> String? {
        guard let face else { return nil }
        guard let delegate else { return face.ownIndexTitle(forSectionName: name) }
        return delegate.controller(face.untyped, sectionIndexTitleForSectionName: name)
    }

    // MARK: Changes

    private func hear(_ changes: ContextChanges) {
        guard let list else { return }
        if changes.invalidatedAll {
            // The context was reset: its objects are void, and it takes another fetch to have a list again.
            keepSnapshot()
            self.list = nil
            allObjects = nil
            return
        }
        guard let delegate, let face else { return }
        // What was merged has been saved.
        refresh?.schedule()
        list.settle()
        let relevant = list.relevant(changes)
        guard !relevant.isEmpty else { return }
        tell(relevant, Telling(delegate: delegate, controller: face.untyped, list: list))
    }
}

/// The controller in front of a list, seen without the type of its results.
protocol FetchedResultsFace: AnyObject {
    /// The controller as its delegate gets it.
    var untyped: NSFetchedResultsController<any NSFetchRequestResult> { get }
    /// The index title by the controller's own method, which a subclass may override.
    func ownIndexTitle(forSectionName name: String) -> String?
}
