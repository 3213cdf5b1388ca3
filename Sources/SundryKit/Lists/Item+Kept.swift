import CoreData

/// What is kept in two forms, one for the user and one for an index to find or sort by. Nothing else sets these attributes.
extension Item {
    /// Ticks the item as of that moment, or takes the tick away. `isDone` is what items are sorted by: by `completedAt`
    /// those that are done would come in the order in which they were ticked, whatever order was asked for.
    func tick(at date: Date?) {
        completedAt = date
        isDone = date != nil
    }

    /// Sets how much of what, and `amount`, the text of it that is shown and searched: as it was typed, where it was.
    func setQuantity(_ quantity: Decimal?, unit: String?, text: String? = nil) {
        self.quantity = quantity.map { NSDecimalNumber(decimal: $0) }
        self.unit = unit
        amount = quantity.map { text ?? [$0.description, unit].compactMap(\.self).joined(separator: " ") }
    }
}

extension ItemList {
    /// Sets the name, and the form of it by which the store sees that no two lists have the same one.
    func setName(_ name: String) {
        self.name = name
        foldedName = Search.folded(name)
    }
}
