import Foundation

/// A key path resolved into its steps: keys, and collection operators such as `@count` and `@sum.price`.
struct KeyPathReader: Sendable {
    private enum Step: Sendable {
        case key(ManagedKey)
        case count
        /// The function of an operator over the values of the rest of the path; `nil` for the values themselves.
        case aggregate(PredicateFunction?, KeyPathReader, isDistinct: Bool)
    }

    private var steps: [Step] = []

    init(_ keys: [String]) {
        for (index, key) in keys.enumerated() {
            guard key.hasPrefix("@") else {
                steps.append(.key(ManagedKey(key)))
                continue
            }
            if key == "@count" {
                steps.append(.count)
                continue
            }
            let rest = KeyPathReader(Array(keys[(index + 1)...]))
            steps.append(Self.step(key, rest))
            return
        }
    }

    private static func step(_ key: String, _ rest: KeyPathReader) -> Step {
        switch key {
        case "@sum", "@min", "@max":
            .aggregate(.named(String(key.dropFirst()), argumentCount: 1), rest, isDistinct: false)
        case "@avg": .aggregate(.named("average", argumentCount: 1), rest, isDistinct: false)
        case "@unionOfObjects", "@unionOfArrays", "@unionOfSets": .aggregate(nil, rest, isDistinct: false)
        case "@distinctUnionOfObjects", "@distinctUnionOfArrays", "@distinctUnionOfSets":
            .aggregate(nil, rest, isDistinct: true)
        default:
            raise("NSUnknownKeyException", "the collection operator \(key) is unknown.")
        }
    }

    /// The single key, when the path has no more.
    var onlyKey: ManagedKey? {
        if steps.count == 1, case .key(let key) = steps[0] { key } else { nil }
    }

    func read(_ root: PredicateValue) -> PredicateValue {
        var value = root
        for step in steps {
            switch step {
            case .key(let key): value = value.value(for: key)
            case .count: value = .integer(Int64(value.members?.count ?? 0))
            case .aggregate(let function, let rest, let isDistinct):
                var members = rest.read(.collection(value.members ?? [])).members ?? []
                if isDistinct {
                    var seen: Set<PredicateValue> = []
                    members = members.filter { seen.insert($0).inserted }
                }
                value = function.map { $0.body([.collection(members)]) } ?? .collection(members)
            }
        }
        return value
    }
}

extension PredicateValue {
    /// The members, if this is a collection.
    var members: [PredicateValue]? {
        switch self {
        case .collection(let members): members
        default: nil
        }
    }
}
