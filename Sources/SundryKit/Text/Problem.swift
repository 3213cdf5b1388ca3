import CoreData

/// What could not be done, told to the user in one sentence that says what to do.
///
///     throw Problem("There is no list “Grocries”.", kind: .missing)
public struct Problem: LocalizedError, CustomStringConvertible, Sendable {
    /// What sort of problem it is; the exit codes of the command line follow it.
    public enum Kind: Int32, Sendable {
        /// It could not be done.
        case failure = 1
        /// What was asked for makes no sense.
        case usage = 2
        /// No such item or list.
        case missing = 3
    }

    /// The sentence.
    public let sentence: String
    /// What sort of problem it is.
    public let kind: Kind
    /// The text that another process wrote in the place of the one the user was changing.
    public let newer: String?
    /// What was done later, and would be overwritten: it may be done all the same, once the user has been asked.
    public let later: String?

    /// A problem told by that sentence.
    public init(_ sentence: String, kind: Kind = .failure, newer: String? = nil, later: String? = nil) {
        self.sentence = sentence
        self.kind = kind
        self.newer = newer
        self.later = later
    }

    /// The sentence.
    public var description: String { sentence }
    /// The sentence.
    public var errorDescription: String? { sentence }
}

extension Problem {
    /// An edit of a store that may only be looked at.
    public static let readOnly = Problem("Nothing was changed: \(StoreFault.readOnly.saving)")

    /// What kept an edit from being saved: first that nothing was changed, and what to do, for a window may be narrow. A
    /// problem passes as it is.
    init(saving error: any Error) {
        if let problem = error as? Problem {
            self = problem
            return
        }
        let error = error as NSError
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, NSManagedObjectMergeError), (NSCocoaErrorDomain, NSManagedObjectConstraintMergeError):
            self.init("Nothing was changed: another program was quicker; try again.")
        case (NSCocoaErrorDomain, NSPersistentStoreOperationError):
            self.init("Nothing was changed: the store was updated or replaced; quit, and start again.")
        default:
            let fault = StoreFault(error)
            self.init("Nothing was changed: \(fault?.saving ?? "the lists could not be saved (\(error.codes)).")")
        }
    }

    /// What kept the lists from being read.
    public init(reading error: any Error) {
        if let problem = error as? Problem {
            self = problem
            return
        }
        let error = error as NSError
        self.init(StoreFault(error).map(\.reading) ?? "The lists could not be read (\(error.codes)).")
    }
}
