/// What a property's documentation says.
struct PropertySentence {
    let property: PropertyDeclaration
    let types: SwiftTypes

    var text: String {
        switch property.kind {
        case .attribute(let attribute): sentence(attribute)
        case .relationship(let relationship): sentence(relationship)
        case .fetched(let request):
            "The objects of \"\(request.entity)\" that \(request.predicate.map { "meet `\($0)`" } ?? "there are"); fetched when read."
        }
    }

    private func sentence(_ attribute: AttributeDeclaration) -> String {
        var words = ["\(property.isOptional ? "Optional" : "Required"), \(attribute.type.rawValue)"]
        if let derivation = attribute.derivation { words.append("derived by the store from `\(derivation)`") }
        if let value = attribute.defaultValue { words.append("\(value.source) unless set") }
        if property.isTransient { words.append("not stored") }
        if attribute.storage.allowsExternalBinaryData { words.append("large values in files of their own") }
        return words.joined(separator: ", ") + "."
    }

    private func sentence(_ relationship: RelationshipDeclaration) -> String {
        let count = relationship.isToMany ? (relationship.isOrdered ? "To many in order" : "To many") : "To one"
        let back = relationship.inverse.map { ", inverse of `\($0)`" } ?? ""
        let rule =
            switch relationship.deleteRule {
            case .noAction: "which a deletion leaves as they are"
            case .nullify: "which a deletion lets go"
            case .cascade: "which a deletion deletes too"
            case .deny: "which forbid a deletion"
            }
        return "\(count): \(types.destination(of: relationship))\(back), \(rule)."
    }
}
