extension NSDiffableDataSourceSnapshot {
    // MARK: Sections

    /// Adds sections without items after all there are.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(identifiers, at: content.count)
    }

    /// Adds sections before another one.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) { insert(identifiers, at: known(toIdentifier)) }

    /// Adds sections after another one.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) { insert(identifiers, at: known(toIdentifier) + 1) }

    private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
        var all = Set(sectionIdentifiers)
        for identifier in identifiers where !all.insert(identifier).inserted {
            raise("NSInternalInconsistencyException", "Section identifier count does not match: \(identifier) twice")
        }
        content.insert(contentsOf: identifiers.map { Section(identifier: $0, items: []) }, at: index)
    }

    /// Takes sections out, with their items.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let gone = Set(identifiers)
        content.removeAll { gone.contains($0.identifier) }
        forgetMarks()
    }

    /// Moves a section before another one.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) {
        let section = content.remove(at: known(identifier))
        content.insert(section, at: known(toIdentifier))
    }

    /// Moves a section after another one.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) {
        let section = content.remove(at: known(identifier))
        content.insert(section, at: known(toIdentifier) + 1)
    }

    /// Marks sections as changed.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        for identifier in identifiers { _ = known(identifier) }
        reloadedSectionIdentifiers += identifiers
    }

    // MARK: Items

    /// Adds items after those of a section; of the last one where none is named.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        guard let section = sectionIdentifier.map(known) ?? content.indices.last else {
            raise(
                "NSInternalInconsistencyException",
                "There are currently no sections in the data source. Please add a section first.")
        }
        insert(identifiers, section, content[section].items.count)
    }

    /// Adds items before another one.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        let place = known(beforeIdentifier)
        insert(identifiers, place.section, place.item)
    }

    /// Adds items after another one.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) {
        let place = known(afterIdentifier)
        insert(identifiers, place.section, place.item + 1)
    }

    private mutating func insert(_ identifiers: [ItemIdentifierType], _ section: Int, _ item: Int) {
        var all = Set(itemIdentifiers)
        for identifier in identifiers where !all.insert(identifier).inserted {
            raise("NSInternalInconsistencyException", "Item identifiers are not unique: \(identifier)")
        }
        content[section].items.insert(contentsOf: identifiers, at: item)
    }

    /// Takes items out.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers)
        for section in content.indices { content[section].items.removeAll { gone.contains($0) } }
        forgetMarks()
    }

    /// Takes all sections and items out.
    public mutating func deleteAllItems() {
        content = []
        forgetMarks()
    }

    /// Moves an item before another one.
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        take(identifier)
        let place = known(toIdentifier)
        content[place.section].items.insert(identifier, at: place.item)
    }

    /// Moves an item after another one.
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        take(identifier)
        let place = known(toIdentifier)
        content[place.section].items.insert(identifier, at: place.item + 1)
    }

    private mutating func take(_ identifier: ItemIdentifierType) {
        let place = known(identifier)
        content[place.section].items.remove(at: place.item)
    }

    /// Marks items as changed where they are.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        for identifier in identifiers { _ = known(identifier) as (Int, Int) }
        reloadedItemIdentifiers += identifiers
    }

    /// Marks items whose cells are to be set up anew.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        for identifier in identifiers { _ = known(identifier) as (Int, Int) }
        reconfiguredItemIdentifiers += identifiers
    }

    /// Marks of what is gone go as well.
    private mutating func forgetMarks() {
        let items = Set(itemIdentifiers)
        reloadedItemIdentifiers.removeAll { !items.contains($0) }
        reconfiguredItemIdentifiers.removeAll { !items.contains($0) }
        let sections = Set(sectionIdentifiers)
        reloadedSectionIdentifiers.removeAll { !sections.contains($0) }
    }
}
