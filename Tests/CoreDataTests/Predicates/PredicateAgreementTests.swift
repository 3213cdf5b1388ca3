import CoreData
import Testing

/// Every predicate picks the same objects in a file, in an in-memory store, and among unsaved objects.
///
/// What is left out: NOT and != over nil, which hold in memory and not in SQL, on Apple's platforms as well.
@Suite("A predicate")
struct PredicateAgreementTests {
    private static let predicates = [
        "title == 'Milk'", "title != 'Milk' OR title == nil", "title == nil", "title != nil", "title ==[c] 'MILK'",
        "title ==[cd] 'creme'", "title BEGINSWITH 'M'", "title BEGINSWITH[c] 'm'", "title BEGINSWITH[cd] 'CRE'",
        "title ENDSWITH 'k'", "title ENDSWITH[cd] 'ME'", "title CONTAINS 'il'", "title CONTAINS[c] 'IL'",
        "title CONTAINS[cd] 'REM'", "title CONTAINS[d] 'Creme'", "title CONTAINS 'è'", "title CONTAINS[cd] '日本'",
        "title LIKE 'M*k'", "title LIKE '?ilk'", "title LIKE[c] 'm*K'", "title LIKE[cd] 'cr?me*'", "title LIKE '*%*'",
        "title LIKE '*_*'", "title CONTAINS '%'", "title CONTAINS '_'", "title MATCHES 'M.*'",
        "title MATCHES[c] 'm[a-j]lk'",
        "title IN {'Milk', 'Crème'}", "title IN[c] {'MILK'}", "title != nil AND NOT title IN {'Milk'}",
        "title BETWEEN {'A', 'D'}", "title == 'CRÈME' OR rank == 3", "title == 'CRE\u{300}ME'",
        "title ==[n] 'CRÈME' OR rank == 3",
        "title IN {'CRÈME', 'Milk'}", "title > 'CREM'", "title BETWEEN {'CRÈ', 'CRÊ'} OR rank == 3",
        "title ==[cd] 'CRÈME'",
        "title < 'M'", "title >= 'Milk'", "title <[c] 'MILK'", "title >[c] 'MILK'", "title >=[cd] 'CREME'",
        "title != nil AND uppercase(title) ==[c] title", "uppercase(title) <=[c] title", "length(title) > 4",
        "uppercase(title) == 'MILK'",
        "rank == 3", "rank != 3 OR rank == nil", "rank > 3", "rank >= 3 AND rank <= 5", "rank BETWEEN {2, 4}",
        "rank IN {1, 3, 99}", "rank != nil AND NOT (rank IN {1, 3})", "rank < 0", "rank == nil", "rank + 1 == 4",
        "rank * 2 > 6",
        "rank - 1 < 2", "rank / 2 == 1", "modulus:by:(rank, 2) == 1", "-rank == -3", "abs(rank) == 3", "rank & 1 == 1",
        "rank ** 2 == 9", "(rank + 1) * 2 == 8", "sqrt(rank) == 2", "rank == 3.0", "rank > 2.5",
        "done == YES", "done == NO", "done == nil", "done == TRUE AND rank > 2", "done != nil AND NOT done == YES",
        "done != YES OR done == nil",
        "when > CAST(1000, 'NSDate')", "when == CAST(2000.5, 'NSDate')", "when == nil", "when < now()",
        "when BETWEEN {CAST(0, 'NSDate'), CAST(1500, 'NSDate')}", "CAST(when, 'NSNumber') > 1500",
        "folder == nil", "folder != nil", "folder.name == 'Red'", "folder.name BEGINSWITH[c] 'r'", "folder.name == nil",
        "folder.name IN {'Red', 'Blue'} AND rank > 1", "folder.name != 'Red' AND folder != nil",
        "group == 'a' AND (rank == 1 OR done == YES)", "group != nil AND NOT (group == 'a' OR group == 'b')",
        "group != group",
        "group != nil AND group == group",
        "TRUEPREDICATE", "FALSEPREDICATE", "title == 'Milk' AND TRUEPREDICATE", "NOT FALSEPREDICATE",
        "ANY folder.entries.rank > 5", "folder.entries.@count > 2", "folder.entries.@sum.rank > 8",
        "SUBQUERY(folder.entries, $x, $x.rank > 2).@count == 3", "TERNARY(rank > 3, 1, 0) == 1",
    ]

    /// How the entries stand when they are searched.
    private enum State {
        case saved
        case unsaved
        /// Saved with other values and without folders, then changed.
        case changed
    }

    private static func fill(_ context: NSManagedObjectContext, _ state: State) throws {
        let folders = ["Red", "Blue"].map { name in
            let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
            folder.setValue(name, forKey: "name")
            return folder
        }
        let rows: [(String?, String?, Int?, Double?, Bool?, Int?)] = [
            ("Milk", "a", 1, 1000, true, 0), ("milk", "a", 2, 2000.5, false, 0), ("Crème", "b", 3, nil, true, 1),
            ("Creme brulee", "b", 4, 0, nil, nil), (nil, "c", 5, 1500, false, 1), ("", "c", nil, -5, true, 0),
            ("100% juice", nil, -7, 3000, false, 1), ("snake_case", "a", 9, 1e9, true, nil),
            ("日本茶", "d", 0, 2, false, 0),
            ("CRE\u{300}ME", "d", 16, 1000, nil, 1),
        ]
        let entries = rows.map { _ in NSEntityDescription.insertNewObject(forEntityName: "Entry", into: context) }
        if state == .changed {
            for (number, entry) in entries.enumerated() {
                entry.setValue("other \(number)", forKey: "title")
                entry.setValue(100 - number, forKey: "rank")
            }
            try context.save()
        }
        for (entry, (title, group, rank, when, done, folder)) in zip(entries, rows) {
            entry.setValue(title, forKey: "title")
            entry.setValue(group, forKey: "group")
            entry.setValue(rank, forKey: "rank")
            entry.setValue(when.map { Date(timeIntervalSinceReferenceDate: $0) }, forKey: "when")
            entry.setValue(done, forKey: "done")
            entry.setValue(folder.map { folders[$0] }, forKey: "folder")
        }
    }

    /// The picked entries, as text that tells them apart.
    private static func picks(
        _ container: NSPersistentContainer, _ state: State, _ formats: [String]
    ) throws -> [[String]] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try fill(context, state)
            if state == .saved {
                try context.save()
                context.reset()
            }
            return try formats.map { format in
                let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
                request.predicate = NSPredicate(format: format)
                return try context.fetch(request).map {
                    "\($0.value(forKey: "title") ?? "-") \($0.value(forKey: "when") ?? "-")"
                }.sorted()
            }
        }
    }

    @Test("picks the same objects from a file, from memory, and among unsaved ones")
    func agreement() throws {
        let formats = Self.predicates
        let file = try Self.picks(ListModel.container(.sqlite), .saved, formats)
        let memory = try Self.picks(ListModel.container(.inMemory), .saved, formats)
        let pending = try Self.picks(ListModel.container(.sqlite), .unsaved, formats)
        for (index, format) in formats.enumerated() {
            #expect(memory[index] == pending[index], "in memory and unsaved: \(format)")
            #expect(file[index] == memory[index], "in a file and in memory: \(format)")
        }
        // Not one of them is idle: each picks something, but for the contradictions.
        for (format, picked) in zip(formats, memory) where format != "FALSEPREDICATE" && format != "group != group" {
            #expect(!picked.isEmpty, "\(format)")
        }
    }

    @Test("10.25 Hundreds of predicates pick the same from a file, from memory, among new and among changed objects")
    func table() throws {
        let formats = PredicateTable.formats
        #expect(Set(formats).count >= 400)
        let file = try Self.picks(ListModel.container(.sqlite), .saved, formats)
        let memory = try Self.picks(ListModel.container(.inMemory), .saved, formats)
        let new = try Self.picks(ListModel.container(.sqlite), .unsaved, formats)
        let changed = try Self.picks(ListModel.container(.sqlite), .changed, formats)
        for (index, format) in formats.enumerated() {
            #expect(file[index] == memory[index], "in a file and in memory: \(format)")
            #expect(new[index] == memory[index], "new and in memory: \(format)")
            #expect(changed[index] == memory[index], "changed and in memory: \(format)")
            let predicate = NSPredicate(format: format)
            #expect(NSPredicate(format: printedFormat(predicate)) == predicate, "\(format)")
        }
        let idle = memory.filter(\.isEmpty).count
        #expect(idle < formats.count / 3, "\(idle) of \(formats.count) pick nothing")
    }
}
