import Foundation

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

    /// A problem told by that sentence.
    public init(_ sentence: String, kind: Kind = .failure, newer: String? = nil) {
        self.sentence = sentence
        self.kind = kind
        self.newer = newer
    }

    /// The sentence.
    public var description: String { sentence }
    /// The sentence.
    public var errorDescription: String? { sentence }
}

extension Problem {
    /// What kept an edit from being saved. A problem passes as it is.
    init(saving error: any Error) {
        if let problem = error as? Problem {
            self = problem
            return
        }
        let error = error as NSError
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, 513):
            self.init("The lists could not be saved: the store is read-only. Nothing was changed.")
        case (NSCocoaErrorDomain, 133_020), (NSCocoaErrorDomain, 133_021):
            self.init("Another process changed the same items at the same moment: try again. Nothing was changed.")
        default:
            self.init("The lists could not be saved (\(error.reason)). Nothing was changed.")
        }
    }
}

extension NSError {
    /// The most telling text of an error: its reason, else its description.
    var reason: String {
        for key in ["reason", NSLocalizedFailureReasonErrorKey, NSLocalizedDescriptionKey, NSDebugDescriptionErrorKey] {
            if let text = userInfo[key] as? String, !text.isEmpty { return "error \(code), \(text)" }
        }
        if let beneath = userInfo[NSUnderlyingErrorKey] as? NSError { return beneath.reason }
        return "\(domain) \(code)"
    }
}
