/// Reads an `<entity>`.
struct EntityReader {
    private let reader: ElementReader

    init(_ reader: ElementReader) { self.reader = reader }

    func read() throws(ModelError) -> EntityDeclaration {
        var entity = EntityDeclaration(
            name: try reader.required("name"), line: reader.element.line, managedClass: try managedClass())
        entity.parent = reader.text("parentEntity")
        entity.isAbstract = try reader.flag("isAbstract")
        entity.annotations = try reader.annotations()
        for child in reader.element.children {
            let child = reader.reader(of: child)
            switch child.element.name {
            case "attribute": entity.properties.append(try AttributeReader(child).read())
            case "relationship": entity.properties.append(try RelationshipReader(child).read())
            case "fetchedProperty": entity.properties.append(try fetchedProperty(child))
            case "fetchIndex": entity.constraints.indexes.append(try index(child))
            case "compoundIndexes":
                entity.constraints.compoundIndexes = try lists(child, of: "compoundIndex", items: "index")
            case "uniquenessConstraints":
                entity.constraints.uniqueness = try lists(child, of: "uniquenessConstraint", items: "constraint")
            default: break
            }
        }
        return entity
    }

    private func managedClass() throws(ModelError) -> ManagedClassDeclaration {
        let text = reader["codeGenerationType"] ?? ""
        guard let generation = ManagedClassDeclaration.Generation(rawValue: text) else {
            throw reader.error("codeGenerationType is 'class', 'category' or missing, not '\(text)'")
        }
        guard let name = reader.text("representedClassName"), name != "NSManagedObject" else {
            // Xcode names the class that it generates after the entity when the field is left empty.
            return ManagedClassDeclaration(
                name: generation == .none ? nil : reader["name"], module: nil, generation: generation)
        }
        guard let dot = name.lastIndex(of: ".") else {
            return ManagedClassDeclaration(name: name, module: nil, generation: generation)
        }
        return ManagedClassDeclaration(
            name: String(name[name.index(after: dot)...]), module: String(name[..<dot]), generation: generation)
    }

    private func fetchedProperty(_ reader: ElementReader) throws(ModelError) -> PropertyDeclaration {
        guard let request = reader.children("fetchRequest").first else {
            throw reader.error("<fetchedProperty> has no <fetchRequest>")
        }
        return PropertyDeclaration(
            name: try reader.required("name"), line: reader.element.line, isOptional: true, isTransient: true,
            annotations: try reader.annotations(), kind: .fetched(try FetchRequestReader(request).read()))
    }

    private func index(_ reader: ElementReader) throws(ModelError) -> IndexDeclaration {
        var index = IndexDeclaration(name: try reader.required("name"), line: reader.element.line)
        index.partialPredicate = reader.text("partialIndexPredicate")
        for element in reader.children("fetchIndexElement") {
            var read = IndexDeclaration.Element()
            read.expression = element.text("expression")
            read.property = read.expression == nil ? try element.required("property") : nil
            if let type = element.text("expressionType") { read.resultType = try AttributeReader.type(type, element) }
            read.isAscending = element["order"] != "descending"
            read.isRTree = element["type"] == "RTree"
            index.elements.append(read)
        }
        return index
    }

    /// The values of the grandchildren, in a list for each child.
    private func lists(
        _ reader: ElementReader, of list: String, items: String
    ) throws(ModelError) -> [[String]] {
        var lists: [[String]] = []
        for list in reader.children(list) {
            var values: [String] = []
            for item in list.children(items) { values.append(try item.required("value")) }
            lists.append(values)
        }
        return lists
    }
}
