import CoreData
import SundryKit

/// The requests that the rows of a list are put together of.
extension ItemsPane {
    /// What is open, in its sections, then what is done; of each what has nothing to be sorted by at the end.
    func parts(filter: String) -> [RowPart<Item>] {
        var parts: [RowPart<Item>] = []
        switch grouping {
        case .none: parts += runs(done: false, filter)
        case .category:
            parts += runs(done: false, filter).map { part in
                let order = NSSortDescriptor(key: Self.categoryName, ascending: true)
                part.request.sortDescriptors = [order] + (part.request.sortDescriptors ?? [])
                return RowPart(request: part.request, sectionKey: Self.categoryName)
            }
        case .due:
            for (rank, span) in DueSpan.all().enumerated() {
                parts += runs(done: false, filter, among: span.predicate).map { part in
                    RowPart(request: part.request, heading: span.name, rank: rank)
                }
            }
        }
        return parts
            + runs(done: true, filter).map { part in
                RowPart(request: part.request, heading: grouping == .none ? nil : "Done", isTail: true)
            }
    }

    private static let categoryName = "category.name"

    /// The order of sections that are divided by what is in them.
    func headings() throws -> RowHeadings? {
        guard grouping == .category || sort.key == .category else { return nil }
        let order = try AisleOrder(for: list?.shop, in: context)
        self.order = order
        guard grouping == .category else { return nil }
        return RowHeadings(rank: order.place, title: order.title)
    }

    private func runs(done: Bool, _ filter: String, among predicate: NSPredicate? = nil) -> [RowPart<Item>] {
        sort.runs.map { run in
            let request = Item.request(of: list, done: done, text: filter)
            request.predicate = NSCompoundPredicate(
                andPredicateWithSubpredicates: [request.predicate, predicate, run.predicate].compactMap(\.self))
            request.sortDescriptors = run.descriptors
            // A window of rows at a time: the list may have a million.
            request.fetchBatchSize = 256
            return RowPart(request: request)
        }
    }
}
