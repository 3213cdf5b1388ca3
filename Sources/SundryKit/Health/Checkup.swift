import CoreData

/// What is wrong with a store of lists, found without writing to it; other programs may have it open.
///
///     let checkup = try Checkup(of: location)
///     for complaint in checkup.complaints { print(complaint.sentence) }
public struct Checkup: Sendable {
    /// The file.
    public let url: URL
    /// What is wrong; nothing where the store is sound.
    public let complaints: [Complaint]
    /// How many lists, items and entries of the journal were looked at; nil where they could not be.
    public let counts: Counts?

    /// What a store holds.
    public struct Counts: Sendable {
        /// Lists, archived ones too.
        public let lists: Int
        /// Items, those in the trash too.
        public let items: Int
        /// Entries of the journal.
        public let edits: Int
    }

    /// Whether nothing is wrong.
    public var isSound: Bool { complaints.isEmpty }

    /// Looks at the store at that place.
    public init(of location: StoreLocation) throws(Problem) {
        url = try location.file()
        let findings: [StoreFinding]
        do {
            findings = try NSPersistentStoreCoordinator.examinePersistentStore(
                at: url, model: SundryContainer.model, options: [NSPersistentStoreTimeoutOption: 10])
        } catch {
            throw location.unreadable(error)
        }
        var complaints = findings.map(Complaint.init)
        counts = try? Self.readingLists(location) { context in
            for rule in HouseRule.all {
                if let complaint = try rule.complaint(rule.broken(context).count) { complaints.append(complaint) }
            }
            func count(_ entity: String) throws -> Int {
                try context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
            }
            return try Counts(lists: count("ItemList"), items: count("Item"), edits: count("Edit"))
        }
        self.complaints = complaints
    }

    /// Runs `body` with the lists; throws where they cannot be opened.
    private static func readingLists<Result>(
        _ location: StoreLocation, _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let container = SundryContainer.make(at: location, author: .shell)
        container.persistentStoreDescriptions.first?.isReadOnly = true
        return try container.using(body)
    }
}

/// A store of lists repaired on a copy, which has taken its place.
public struct StoreRecovery: Sendable {
    /// The file.
    public let url: URL
    /// What was put right.
    public let changes: [Complaint]
    /// What could not be read, in one sentence each.
    public let losses: [String]
    /// What is wrong with the copy still.
    public let remaining: [Complaint]
    /// Where the store is kept as it was; nil where the copy was no better, and the store left as it was.
    public let kept: URL?

    /// Repairs the store at that place. No other program may have it open.
    public init(of location: StoreLocation) throws(Problem) {
        url = try location.file()
        var changes: [Complaint] = []
        let repair: StoreRepair
        do {
            repair = try NSPersistentStoreCoordinator.repairPersistentStore(
                at: url, model: SundryContainer.model, options: [NSPersistentStoreTimeoutOption: 10]
            ) { copy in
                let container = SundryContainer.make(at: .file(copy), author: .shell)
                try container.using { context in
                    for rule in HouseRule.all {
                        let broken = try rule.broken(context)
                        guard let complaint = rule.complaint(broken.count) else { continue }
                        try rule.mend(broken, context)
                        changes.append(complaint)
                    }
                    if context.hasChanges { try context.save() }
                }
            }
        } catch let error as NSError
            where error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreTimeoutError
        {
            throw Problem(
                "“\(url.path)” is open in another program: close every window of sundry that shows it, then try again.")
        } catch {
            throw location.unreadable(error)
        }
        self.changes = repair.hasReplaced ? repair.changes.map(Complaint.init) + changes : []
        losses = repair.losses.map(Self.sentence)
        remaining = repair.remaining.map(Complaint.init)
        kept = repair.original
    }

    private static func sentence(_ loss: StoreLoss) -> String {
        let noun = Noun(loss.entity)
        let pieced =
            loss.pieced == 0
            ? ""
            : "\(noun.counted(loss.pieced)) could be read in part: what the indexes did not hold of \(loss.pieced == 1 ? "it" : "them") is lost"
        let lost: String =
            switch loss.count {
            case 0?: ""
            case let count?: "\(noun.counted(count)) could not be read and \(count == 1 ? "is" : "are") lost"
            case nil: "some \(noun.plural) could not be read and are lost; how many cannot be told"
            }
        let sentence = [pieced, lost].filter { !$0.isEmpty }.joined(separator: "; ")
        return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
    }
}

extension StoreLocation {
    /// The file of a store that is there.
    func file() throws(Problem) -> URL {
        guard let url else { throw Problem("The demo is kept in no file.", kind: .usage) }
        guard try exists() else {
            throw Problem("There is no store “\(url.path)” yet: sundry add makes it, or name another file.")
        }
        try check()
        return url
    }

    /// The sentence for a store that cannot even be looked at.
    func unreadable(_ error: any Error) -> Problem {
        let nsError = error as NSError
        let isOfLog = nsError.userInfo[NSFilePathErrorKey] as? String == (url?.path ?? "") + "-wal"
        if !isOfLog, nsError.sqliteCode == 26 || nsError.code == CocoaError.Code.fileReadCorruptFile.rawValue {
            return Problem("Nothing in “\(url?.path ?? "")” can be read as lists: restore a copy of it.")
        }
        return (error as? Problem) ?? problem(error)
    }
}

extension SundryContainer {
    /// The model of the lists.
    static var model: NSManagedObjectModel { make(at: .memory, author: .shell).managedObjectModel }

    /// Opens the store, runs `body` with a context of its own, and closes it.
    func using<Result>(_ body: (NSManagedObjectContext) throws -> Result) throws -> Result {
        try open()
        defer {
            for store in persistentStoreCoordinator.persistentStores { try? persistentStoreCoordinator.remove(store) }
        }
        let context = newBackgroundContext()
        return try context.performAndWait {
            // Rules go by what is there, not by what could be overwritten.
            let result = try body(context)
            context.reset()
            return result
        }
    }
}
