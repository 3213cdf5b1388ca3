// Without documentation, as such classes mostly are, and with names that not everybody would choose.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, IdentifiersMustBeASCII

import CoreData

/// Classes within another type; on a Mac they have names for Objective-C, by which the model file may know them.
public enum Lending {
    public final class Loan: NSManagedObject {
        @NSManaged public var book: Book?
        @NSManaged public var `default`: String?
        @NSManaged public var größe: Double
        @NSManaged public var reminders: Set<Reminder>
        @NSManaged public func addToReminders(_ value: Reminder)
    }
}

extension Lending {
    public class Reminder: NSManagedObject {
        @NSManaged public var `repeat`: Bool
        @NSManaged public var loan: Loan?
        @NSManaged fileprivate var secret: String?

        public func tell(_ text: String) -> String {
            secret = text
            return "\(secret ?? "")!"
        }
    }
}

extension Lending.Reminder {
    @NSManaged public var kind: `Type`?

    public final class Last: Lending.Reminder {
        @NSManaged public var next: Lending.Reminder.Last?
    }
}

public struct Archive {
    /// The same name as above: the model file has to say which it means.
    public final class Loan: NSManagedObject {
        @NSManaged public var title: String?
        @NSManaged public var before: Loan?
    }
}

/// A class whose name Swift knows for something else.
public final class `Type`: NSManagedObject {
    @NSManaged public var `case`: String?
    @NSManaged public var `where`: Int16
    @NSManaged public var reminders: NSSet?
}
