/// Writes the accessors of a to-many relationship: what changes some of its objects without naming the others.
struct MembersWriter {
    let className: String
    let property: PropertyDeclaration
    let member: String
    let isOrdered: Bool

    private var name: String { SwiftText.capitalized(property.name) }
    private var key: String { SwiftText.literal(property.name) }

    /// One accessor.
    struct Accessor {
        let sentence: String
        let name: String
        let parameters: [Parameter]
        let body: String

        /// The labels as they stand in a full name: `insertIntoItems(_:at:)`.
        var fullName: String { "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))" }

        var signature: String {
            "\(name)(\(parameters.map { "\($0.label ?? "_") \($0.name): \($0.type)" }.joined(separator: ", ")))"
        }
    }

    struct Parameter {
        let label: String?
        let name: String
        let type: String
    }

    func write(to writer: inout SourceWriter) {
        writer.block("extension \(className)") { writer in
            for (index, accessor) in accessors.enumerated() {
                if index > 0 { writer.line() }
                writer.line("/// \(accessor.sentence)")
                writer.block("public func \(accessor.signature)") { $0.line(accessor.body) }
            }
        }
    }

    var accessors: [Accessor] { isOrdered ? ordered : unordered }

    private var value: Parameter { Parameter(label: nil, name: "value", type: member) }

    private var unordered: [Accessor] {
        let set = "mutableSetValue(forKey: \(key))"
        let values = Parameter(label: nil, name: "values", type: "NSSet")
        return [
            Accessor(
                sentence: "Adds one object to `\(property.name)`.", name: "addTo\(name)", parameters: [value],
                body: "\(set).add(value)"),
            Accessor(
                sentence: "Removes one object from `\(property.name)`.", name: "removeFrom\(name)", parameters: [value],
                body: "\(set).remove(value)"),
            Accessor(
                sentence: "Adds objects to `\(property.name)`.", name: "addTo\(name)", parameters: [values],
                body: "\(set).addObjects(from: values.allObjects)"),
            Accessor(
                sentence: "Removes objects from `\(property.name)`.", name: "removeFrom\(name)", parameters: [values],
                body: "for value in values { \(set).remove(value) }"),
        ]
    }

    private var ordered: [Accessor] {
        let set = "mutableOrderedSetValue(forKey: \(key))"
        let values = Parameter(label: nil, name: "values", type: "[\(member)]")
        let allValues = Parameter(label: nil, name: "values", type: "NSOrderedSet")
        let index = Parameter(label: "at", name: "idx", type: "Int")
        let indexes = Parameter(label: "at", name: "indexes", type: "NSIndexSet")
        return [
            Accessor(
                sentence: "Inserts one object into `\(property.name)` at an index.", name: "insertInto\(name)",
                parameters: [value, index], body: "\(set).insert(value, at: idx)"),
            Accessor(
                sentence: "Removes the object at an index of `\(property.name)`.", name: "removeFrom\(name)",
                parameters: [index], body: "\(set).removeObject(at: idx)"),
            Accessor(
                sentence: "Inserts objects into `\(property.name)`, one at each index.", name: "insertInto\(name)",
                parameters: [values, indexes], body: "\(set).insert(values, at: indexes as IndexSet)"),
            Accessor(
                sentence: "Removes the objects at indexes of `\(property.name)`.", name: "removeFrom\(name)",
                parameters: [indexes], body: "\(set).removeObjects(at: indexes as IndexSet)"),
            Accessor(
                sentence: "Puts an object in the place of the one at an index of `\(property.name)`.",
                name: "replace\(name)",
                parameters: [index, Parameter(label: "with", name: "value", type: member)],
                body: "\(set).replaceObject(at: idx, with: value)"),
            Accessor(
                sentence: "Puts objects in the places of those at indexes of `\(property.name)`.",
                name: "replace\(name)",
                parameters: [indexes, Parameter(label: "with", name: "values", type: "[\(member)]")],
                body: "\(set).replaceObjects(at: indexes as IndexSet, with: values)"),
            Accessor(
                sentence: "Adds one object at the end of `\(property.name)`.", name: "addTo\(name)",
                parameters: [value], body: "\(set).add(value)"),
            Accessor(
                sentence: "Removes one object from `\(property.name)`.", name: "removeFrom\(name)",
                parameters: [value], body: "\(set).remove(value)"),
            Accessor(
                sentence: "Adds objects at the end of `\(property.name)`.", name: "addTo\(name)",
                parameters: [allValues], body: "\(set).addObjects(from: values.array)"),
            Accessor(
                sentence: "Removes objects from `\(property.name)`.", name: "removeFrom\(name)",
                parameters: [allValues], body: "\(set).removeObjects(in: values.array)"),
        ]
    }
}
