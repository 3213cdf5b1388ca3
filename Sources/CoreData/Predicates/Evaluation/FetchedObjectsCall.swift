/// What `FETCH(request, context, countOnly)` stands for: the objects that a request finds in a context, or their number.
enum FetchedObjectsCall {
    static let keyword = "FETCH"

    /// The value for those of the three expressions; raises where the fetch fails, as nobody could catch an error.
    static func value(_ values: [PredicateValue]) -> PredicateValue {
        do {
            guard let found = try objects(values) else {
                raise("NSInvalidArgumentException", "FETCH needs an NSFetchRequest and an NSManagedObjectContext")
            }
            return values[2].isTrue ? .integer(Int64(found.count)) : .collection(found.map { .object($0) })
        } catch {
            raise("NSInvalidArgumentException", "FETCH failed: \(error)")
        }
    }

    /// nil where the values are no request and no context.
    static func objects(_ values: [PredicateValue]) throws -> [NSManagedObject]? {
        guard values.count == 3, case .object(let request as any FetchSettingsHolder) = values[0],
            case .object(let context as NSManagedObjectContext) = values[1]
        else { return nil }
        return try context.fetchObjects(request.settings)
    }
}

/// A fetch request of any type.
private protocol FetchSettingsHolder: AnyObject {
    var settings: FetchSettings { get }
}

extension NSFetchRequest: FetchSettingsHolder {}

extension PredicateValue {
    fileprivate var isTrue: Bool {
        switch self {
        case .bool(let value): value
        case .integer(let value): value != 0
        default: false
        }
    }
}
