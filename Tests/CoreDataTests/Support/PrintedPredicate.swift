import Foundation

/// Reaches `predicateFormat`, which Foundation on Linux marks as deprecated.
private protocol PredicatePrinting {
    var predicateFormat: String { get }
}

extension NSPredicate: PredicatePrinting {}

/// The format that a predicate prints.
func printedFormat(_ predicate: NSPredicate) -> String { (predicate as any PredicatePrinting).predicateFormat }
