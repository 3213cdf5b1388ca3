/// Relationships that were set to what will not be there after the save: their rows would name one that is gone. Apple's Core Data
/// refuses such a save as well, with "Dangling reference to an invalid object".
///
/// | the destination | the save |
/// |---|---|
/// | was deleted, and the rule of its end is nullify or cascade | is refused where the relationship was set after the rules had been applied |
/// | … deny | is refused by that end |
/// | … no action, or there is no other end | is refused where it was set since the last save; a row that named it before goes on naming it |
/// | never was in a context, or came and went without a save | is refused |
extension NSManagedObject {
    /// Most saves delete nothing, and set nothing to what is nowhere.
    final var mayDangle: Bool {
        homeReference._withUnsafeGuaranteedRef(\.mayLeaveDangling)
            && withState { $0.hasOverlay || $0.hasRelated } == true
    }

    /// Throws where the object leads to what will not be there.
    final func requireNothingDangling() throws {
        if !mayDangle || !flags.isDisjoint(with: [.inaccessible, .unreadable]) { return }
        try ValidationFailure.throwAll(withPlan(danglingRelationships).map(failure(ofDangling:)))
    }

    final func danglingRelationships(_ plan: PropertyPlan) -> [NSRelationshipDescription] {
        var found: [NSRelationshipDescription] = []
        for relationship in plan.toOne {
            guard case .object(let destination)? = overlaid(relationship.slot), destination.isGoing,
                !destination.denies(relationship.description)
            else { continue }
            // As it is in the row already.
            let isKept = stored(relationship.slot) { $0.integer(row: $1, slot: relationship.slot) == destination.key }
            if isKept != true { found.append(relationship.description) }
        }
        for (number, members) in (state?.toMany ?? []).enumerated() {
            guard let members, number < plan.toMany.count else { continue }
            let relationship = plan.toMany[number].description
            if members.added.contains(where: { $0.isGoing && !$0.denies(relationship) }) { found.append(relationship) }
        }
        return found
    }

    final func failure(ofDangling relationship: NSRelationshipDescription) -> any Error {
        let value = unobservedValue(forKey: relationship.name)
        return ValidationFailure(code: .generic, object: self, property: relationship, value: value).error
    }

    /// Whether an error says of one of these relationships that it leads nowhere.
    final func isAboutLack(_ error: any Error, of names: Set<String>) -> Bool {
        let error = error as NSError
        return
            (error.code == ValidationFailure.Code.mandatory.rawValue
            || error.code == ValidationFailure.Code.tooFew.rawValue)
            && error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === self
            && (error.userInfo[NSValidationKeyErrorKey] as? String).map(names.contains) == true
    }

    /// Whether the object will not be there after the next save, with the delete rules applied that there are to apply.
    private final var isGoing: Bool {
        if !home.hasContext { return true }
        return flags.contains(.deleted) && !flags.isDisjoint(with: [.rulesApplied, .deletedElsewhere])
    }

    /// Whether the object's own end of the relationship will forbid its deletion.
    private final func denies(_ relationship: NSRelationshipDescription) -> Bool {
        relationship.inverseRelationship?.deleteRule == .denyDeleteRule && home.hasContext && !isUnsaved
            && flags.isDisjoint(with: [.deletedElsewhere, .inaccessible, .unreadable])
    }
}

extension NSManagedObjectContext {
    /// Another context has deleted an object that pending changes lead to: where the rule of its end is to nullify, they do no
    /// longer, as if it had been deleted here. What the store holds of it is that context's matter.
    final func nullifyPending(_ object: NSManagedObject) {
        object.withPlan { plan in
            for relationship in plan.toOne where relationship.deleteRule == .nullifyDeleteRule {
                guard case .object(let other)? = object.overlaid(relationship.slot), other.isIn(self) else { continue }
                detach(object, from: other, relationship.inverse)
            }
            for (number, members) in (object.state?.toMany ?? []).enumerated() {
                guard let members, number < plan.toMany.count else { continue }
                let relationship = plan.toMany[number]
                guard relationship.deleteRule == .nullifyDeleteRule else { continue }
                for other in members.added where other.isIn(self) && !other.flags.contains(.deleted) {
                    detach(object, from: other, relationship.inverse)
                }
            }
        }
    }
}
