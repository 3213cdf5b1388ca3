import CoreData

/// Writes down what a controller tells, and plays it back on a copy of the list.
final class RecordingDelegate: NSFetchedResultsControllerDelegate {
    /// One line a call.
    private(set) var log: [String] = []
    /// The titles by section, kept up to date by nothing but the calls.
    private(set) var lists: [[String]] = []
    /// What the controller itself showed in `controllerWillChangeContent`.
    private(set) var listsBefore: [[String]] = []
    private(set) var problems: [String] = []
    private var isStarted = false
    private var removals: [IndexPath] = []
    private var arrivals: [(IndexPath, NSManagedObject)] = []
    private var deletedSections: [Int] = []
    private var insertedSections: [Int] = []

    func start(_ controller: NSFetchedResultsController<NSManagedObject>) {
        lists = Self.titles(controller.sections)
        log = []
        isStarted = true
    }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    static func titles(_ sections: [any NSFetchedResultsSectionInfo]?) -> [[String]] {
        (sections ?? []).map { ($0.objects ?? []).map { title($0) } }
    }

    static func title(_ object: Any) -> String {
        (object as? NSManagedObject)?.value(forKey: "title") as? String ?? "?"
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        log.append("will")
        if isStarted { listsBefore = Self.titles(controller.sections) }
        (removals, arrivals, deletedSections, insertedSections) = ([], [], [], [])
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        log.append("section \(type) \(sectionInfo.name) \(sectionIndex) \(sectionInfo.numberOfObjects)")
        if type == .insert { insertedSections.append(sectionIndex) } else { deletedSections.append(sectionIndex) }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.item)" } ?? "-" }
        log.append("\(type) \(Self.title(anObject)) \(text(indexPath)) \(text(newIndexPath))")
        if type == .delete || type == .move, let indexPath { removals.append(indexPath) }
        if type == .insert || type == .move, let newIndexPath, let object = anObject as? NSManagedObject {
            arrivals.append((newIndexPath, object))
        }
        if type == .update, let indexPath {
            if indexPath != newIndexPath { problems.append("an update moved") }
            if isStarted, let object = anObject as? NSManagedObject {
                lists[indexPath.section][indexPath.item] = Self.title(object)
            }
        }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        log.append("did")
        // A delegate that was not started only writes down.
        guard isStarted else { return }
        for path in removals.sorted(by: >) { lists[path.section].remove(at: path.item) }
        for index in deletedSections.sorted(by: >) {
            if !lists[index].isEmpty { problems.append("section \(index) went with \(lists[index].count) rows") }
            lists.remove(at: index)
        }
        for index in insertedSections.sorted() { lists.insert([], at: index) }
        for (path, object) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            lists[path.section].insert(Self.title(object), at: path.item)
        }
        if lists != Self.titles(controller.sections) { problems.append("the replayed list differs") }
    }
}
