/// Writes the accessors of a to-many relationship: what changes some of its objects without naming the others.
struct MembersWriter {
    let className: String
    let property: PropertyDeclaration
    let member: String
    let isOrdered: Bool

    private var name: String { SwiftText.capitalized(property.name) }
    private var key: String { SwiftText.literal(property.name) }

    func write(to writer: inout SourceWriter) {
        writer.block("extension \(className)") { writer in
            if isOrdered {
                writeOrdered(to: &writer)
            } else {
                writeUnordered(to: &writer)
            }
        }
    }

    private func writeUnordered(to writer: inout SourceWriter) {
        let set = "mutableSetValue(forKey: \(key))"
        function(
            "Adds one object to `\(property.name)`.", "addTo\(name)(_ value: \(member))", "\(set).add(value)", &writer)
        writer.line()
        function(
            "Removes one object from `\(property.name)`.", "removeFrom\(name)(_ value: \(member))",
            "\(set).remove(value)", &writer)
        writer.line()
        function(
            "Adds objects to `\(property.name)`.", "addTo\(name)(_ values: NSSet)",
            "\(set).addObjects(from: values.allObjects)", &writer)
        writer.line()
        function(
            "Removes objects from `\(property.name)`.", "removeFrom\(name)(_ values: NSSet)",
            "for value in values { \(set).remove(value) }", &writer)
    }

    private func writeOrdered(to writer: inout SourceWriter) {
        let set = "mutableOrderedSetValue(forKey: \(key))"
        let functions: [(sentence: String, signature: String, body: String)] = [
            (
                "Inserts one object into `\(property.name)` at an index.",
                "insertInto\(name)(_ value: \(member), at idx: Int)", "insert(value, at: idx)"
            ),
            (
                "Removes the object at an index of `\(property.name)`.", "removeFrom\(name)(at idx: Int)",
                "removeObject(at: idx)"
            ),
            (
                "Inserts objects into `\(property.name)`, one at each index.",
                "insertInto\(name)(_ values: [\(member)], at indexes: NSIndexSet)",
                "insert(values, at: indexes as IndexSet)"
            ),
            (
                "Removes the objects at indexes of `\(property.name)`.",
                "removeFrom\(name)(at indexes: NSIndexSet)", "removeObjects(at: indexes as IndexSet)"
            ),
            (
                "Puts an object in the place of the one at an index of `\(property.name)`.",
                "replace\(name)(at idx: Int, with value: \(member))", "replaceObject(at: idx, with: value)"
            ),
            (
                "Puts objects in the places of those at indexes of `\(property.name)`.",
                "replace\(name)(at indexes: NSIndexSet, with values: [\(member)])",
                "replaceObjects(at: indexes as IndexSet, with: values)"
            ),
            ("Adds one object at the end of `\(property.name)`.", "addTo\(name)(_ value: \(member))", "add(value)"),
            ("Removes one object from `\(property.name)`.", "removeFrom\(name)(_ value: \(member))", "remove(value)"),
            (
                "Adds objects at the end of `\(property.name)`.", "addTo\(name)(_ values: NSOrderedSet)",
                "addObjects(from: values.array)"
            ),
            (
                "Removes objects from `\(property.name)`.", "removeFrom\(name)(_ values: NSOrderedSet)",
                "removeObjects(in: values.array)"
            ),
        ]
        for (index, item) in functions.enumerated() {
            if index > 0 { writer.line() }
            function(item.sentence, item.signature, "\(set).\(item.body)", &writer)
        }
    }

    private func function(_ sentence: String, _ signature: String, _ body: String, _ writer: inout SourceWriter) {
        writer.line("/// \(sentence)")
        writer.block("public func \(signature)") { $0.line(body) }
    }
}
