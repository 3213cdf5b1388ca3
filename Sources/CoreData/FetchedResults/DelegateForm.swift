/// Which methods a delegate has, learnt by calling them: those that it leaves out run their default, which tells.
///
/// A delegate with the method for snapshots hears nothing else; one with that for differences hears nothing else of a list
/// without sections; one with none of them all does not make the list follow the context.
struct DelegateForm {
    /// The methods of a delegate that are told of changes.
    struct Methods: OptionSet {
        let rawValue: UInt8
        static let snapshot = Methods(rawValue: 1)
        static let difference = Methods(rawValue: 2)
        static let willChange = Methods(rawValue: 4)
        static let section = Methods(rawValue: 8)
        static let object = Methods(rawValue: 16)
        static let didChange = Methods(rawValue: 32)
    }

    /// How changes are told.
    enum Way {
        /// Not known before the first event was told.
        case untried
        case snapshot
        case difference
        case singly
    }

    private(set) var way = Way.untried
    /// What the delegate was seen to leave out, and what was called at all.
    private var missing: Methods = []
    private var called: Methods = []

    /// A default ran in place of a method.
    mutating func note(missing method: Methods) { missing.insert(method) }

    /// A method is about to be called.
    mutating func note(calling method: Methods) { called.insert(method) }

    func isMissing(_ method: Methods) -> Bool { missing.contains(method) }

    /// Everything is known that can be.
    mutating func settle(_ way: Way) { self.way = way }

    /// Whether some method is there that is called for each change, or may be: a section's was not called yet.
    var mayBeTold: Bool {
        !missing.isSuperset(of: called) || !called.contains(.section)
    }

    /// Whether a method that tells single changes was called and is there.
    var isTold: Bool { !called.subtracting(missing).isEmpty }
}
