import Foundation

/// A list of objects, sorted and divided into sections, that follows the changes of its context. Follows Apple's
/// `NSFetchedResultsController`.
///
///     let request = NSFetchRequest<Item>(entityName: "Item")
///     request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)]
///     let controller = NSFetchedResultsController(
///         fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
///     controller.delegate = self
///     try controller.performFetch()
///
/// It belongs to the context's queue. Without a delegate the results stay as they were fetched.
///
/// - Note: Differs from Apple: the delegate is handed a controller of another type than the one that was made, because generic
///   types are not related in Swift. It is equal (`==`) to that one and shows the same list.
open class NSFetchedResultsController<ResultType>: NSObject {
    /// The request; what is changed in it counts from the next `performFetch` on.
    public let fetchRequest: NSFetchRequest<ResultType>
    /// The context that is searched and followed.
    open var managedObjectContext: NSManagedObjectContext { results.context }
    /// The key path whose values name the sections; nil for a single one.
    open var sectionNameKeyPath: String? { results.sectionNameKeyPath }
    /// The name of the file that keeps the list for the next launch; see `deleteCache(withName:)`.
    open var cacheName: String? { results.cacheName }

    private let results: FetchedResults
    /// The controller that this one is the delegate's view of; nil for one that was made by its user.
    private let original: (any FetchedResultsFace)?
    private weak var twin: NSFetchedResultsController<any NSFetchRequestResult>?

    /// A controller for a request, which must have sort descriptors: the first must keep the objects of a section together.
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        guard fetchRequest.sortDescriptors != nil else {
            raise(
                "NSInvalidArgumentException",
                "An instance of NSFetchedResultsController requires a fetch request with sort descriptors")
        }
        self.fetchRequest = fetchRequest
        results = FetchedResults(context: context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
        original = nil
        super.init()
        results.face = self
    }

    fileprivate init(viewOf original: any FetchedResultsFace, _ settings: FetchSettings, _ results: FetchedResults) {
        fetchRequest = NSFetchRequest()
        fetchRequest.settings = settings
        self.results = results
        self.original = original
        super.init()
    }

    /// Who is told of changes. Set it before `performFetch`, or changes in between go unnoticed.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { results.delegate }
        set { results.delegate = newValue }
    }

    /// Fetches the list. Throws what the fetch throws, and an error with code 134060 if the objects of a section do not stand
    /// together.
    open func performFetch() throws {
        checkCache()
        try results.perform(fetchRequest.settings)
    }

    /// Fetches a list that may be long on another queue; until that is done, the controller shows the list it has.
    ///
    ///     controller.performFetchInBackground(firstRows: 100) { result in
    ///         if case .success(let isComplete) = result { … }
    ///     }
    ///
    /// The closure is called on the context's queue: with true once the list is whole, and before that with false when its
    /// first rows are there and more will come. Changes made meanwhile are in the list by then; the delegate hears of those
    /// after that. Any other fetch of this controller, and its end, call it off: then the closure is not called again.
    ///
    /// - Note: Differs from Apple: there is no such method.
    public final func performFetchInBackground(
        firstRows: Int = 0, completion: @escaping (Result<Bool, any Error>) -> Void
    ) {
        checkCache()
        results.performInBackground(fetchRequest.settings, firstRows: firstRows, completion)
    }

    private func checkCache() {
        guard let cacheName else { return }
        FetchedResultsCaches.check(
            cacheName, CachedRequest(fetchRequest.settings, sectionNameKeyPath: sectionNameKeyPath))
    }

    /// Deletes what is kept under a name, or everything for nil: do so before `performFetch` when the request has changed.
    ///
    /// `performFetch` keeps which rows the list has, in which order and which sections, in a file below `$XDG_CACHE_HOME`, and
    /// uses it for as long as entity, request and store are the same; else the list is made and kept anew. Only lists of
    /// one SQLite file are kept, without a limit or an offset, whose sort descriptors the store can follow. While there is a delegate,
    /// the file follows what is saved or merged, some seconds later and in the background.
    open class func deleteCache(withName name: String?) { FetchedResultsCaches.delete(name) }

    /// The objects in their order; nil before `performFetch`.
    open var fetchedObjects: [ResultType]? { results.objects.map(Self.typed) }
    /// The sections in their order; nil before `performFetch`.
    open var sections: [any NSFetchedResultsSectionInfo]? { results.sections }

    /// The object at an index path of section and item; raises if there is none.
    open func object(at indexPath: IndexPath) -> ResultType { Self.typed(results.object(at: indexPath)) }

    /// The place of an object; nil if it is not in the list.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        (object as? NSManagedObject).flatMap(results.indexPath)
    }

    /// The title that stands for a section in an index: the first letter of its name as a capital, unless overridden.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        if let original { return original.ownIndexTitle(forSectionName: sectionName) }
        return sectionName.first.map { String($0).uppercased() }
    }

    /// The titles of all sections, each once.
    open var sectionIndexTitles: [String] {
        var titles: [String] = []
        for section in results.sections ?? [] {
            guard let title = section.indexTitle, !titles.contains(title) else { continue }
            titles.append(title)
        }
        return titles
    }

    /// The index of the first section with a title.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        let sections = results.sections ?? []
        guard let index = sections.firstIndex(where: { $0.indexTitle == title }) else {
            raise("NSInvalidArgumentException", "Index title at \(sectionIndex) is not equal to '\(title)'")
        }
        return index
    }

    /// Whether another controller shows the same list.
    public final override func isEqual(_ object: Any?) -> Bool {
        (object as? any ResultsOwner)?.sharedResults === results
    }

    /// Agrees with `isEqual`.
    public final override var hash: Int { ObjectIdentifier(results).hashValue }

    /// The delegate was seen to leave a method out.
    final func note(missing method: DelegateForm.Methods) { results.form.note(missing: method) }

    // MARK: Types

    private static func typed(_ object: NSManagedObject) -> ResultType {
        guard let typed = object as? ResultType else {
            raise(
                "NSInvalidArgumentException",
                "The request for '\(ResultType.self)' found an object of class '\(type(of: object))'.")
        }
        return typed
    }

    private static func typed(_ objects: [NSManagedObject]) -> [ResultType] {
        if ResultType.self == NSManagedObject.self {
            // The same type under two names.
            return unsafeBitCast(objects, to: [ResultType].self)
        }
        return objects.map(typed)
    }
}

/// A controller of any type, for comparing.
private protocol ResultsOwner {
    var sharedResults: FetchedResults { get }
}

extension NSFetchedResultsController: ResultsOwner {
    fileprivate var sharedResults: FetchedResults { results }
}

extension NSFetchedResultsController: FetchedResultsFace {
    final var untyped: NSFetchedResultsController<any NSFetchRequestResult> {
        let controller: NSObject = self
        if let untyped = controller as? NSFetchedResultsController<any NSFetchRequestResult> { return untyped }
        if let twin { return twin }
        // It holds this controller, not the other way round: so neither keeps the other for ever.
        let made = NSFetchedResultsController<any NSFetchRequestResult>(
            viewOf: self, fetchRequest.settings, results)
        twin = made
        return made
    }

    final func ownIndexTitle(forSectionName name: String) -> String? {
        sectionIndexTitle(forSectionName: name)
    }
}
