/// Fetch requests in an archive: templates of a model, and the searches of fetched properties.
///
/// | field | |
/// |---|---|
/// | NSEntity | the entity |
/// | NSPredicate, NSSortDescriptors {NSKey, NSAscending, NSSelector} | |
/// | NSFetchLimit, NSFetchOffset, NSBatchSize, NSResultType | |
/// | NSFetchRequestFlags | 30 unless something was switched; which bit means what is known of none of Apple's files, see `FetchRequestFlags` |
/// | NSValuesToFetch, NSRelationshipKeyPathsForPrefetching | names |
extension ModelDecoder {
    mutating func decodeRequest(
        _ reference: PropertyListNode?, entityName: String? = nil
    ) throws -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let fields = archive.object(reference), archive.className(fields) == "NSFetchRequest" else { return nil }
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity =
            fields["NSEntity"]?.uid.flatMap { entities[$0] }
            ?? entityName.flatMap { name in entities.values.first { $0.name == name } }
        if fields["NSPredicate"]?.uid ?? 0 > 0 { request.predicate = try predicates.predicate(fields["NSPredicate"]) }
        let order = archive.elements(fields["NSSortDescriptors"]).compactMap { decodeOrder($0) }
        request.sortDescriptors = order.isEmpty ? nil : order
        request.fetchLimit = Int(fields["NSFetchLimit"]?.integer ?? 0)
        request.fetchOffset = Int(fields["NSFetchOffset"]?.integer ?? 0)
        request.fetchBatchSize = Int(fields["NSBatchSize"]?.integer ?? 0)
        request.resultType = .init(rawValue: fields["NSResultType"]?.integer.flatMap { UInt(exactly: $0) } ?? 0)
        if let flags = fields["NSFetchRequestFlags"]?.integer { FetchRequestFlags(rawValue: flags).apply(to: request) }
        let names = archive.elements(fields["NSValuesToFetch"]).compactMap {
            archive.string($0) ?? archive.string(archive.object($0)?["NSPropertyName"])
        }
        request.propertiesToFetch = names.isEmpty ? nil : names
        request.relationshipKeyPathsForPrefetching =
            archive.elements(fields["NSRelationshipKeyPathsForPrefetching"]).compactMap { archive.string($0) }
        return request
    }

    private func decodeOrder(_ reference: PropertyListNode) -> NSSortDescriptor? {
        guard let fields = archive.object(reference) else { return nil }
        let isAscending = fields["NSAscending"]?.bool ?? true
        let known = [
            "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
            "localizedStandardCompare:",
        ]
        guard let selector = archive.string(fields["NSSelector"]), known.contains(selector) else {
            return NSSortDescriptor(key: archive.string(fields["NSKey"]), ascending: isAscending)
        }
        return NSSortDescriptor(
            key: archive.string(fields["NSKey"]), ascending: isAscending, selector: Selector(selector))
    }
}

extension ModelEncoder {
    mutating func add(_ request: NSFetchRequest<any NSFetchRequestResult>?) -> PropertyListNode {
        guard let request else { return KeyedArchiveWriter.null }
        let order = request.sortDescriptors?.map { add($0) }
        let names = FetchRequestContent.names(request.propertiesToFetch).map { writer.add($0) }
        let prefetched = (request.relationshipKeyPathsForPrefetching ?? []).map { writer.add($0) }
        let null = KeyedArchiveWriter.null
        let fields: [String: PropertyListNode] = [
            "NSEntity": reference(to: request.entity), "NSPredicate": predicates.add(request.predicate, to: &writer),
            "NSSortDescriptors": order.map { writer.add(array: $0) } ?? null,
            "NSFetchLimit": .integer(Int64(request.fetchLimit)), "NSFetchOffset": .integer(Int64(request.fetchOffset)),
            "NSBatchSize": .integer(Int64(request.fetchBatchSize)),
            "NSResultType": .integer(Int64(request.resultType.rawValue)),
            "NSHasFetchRequestFlags": .bool(true),
            "NSFetchRequestFlags": .integer(FetchRequestFlags(request).rawValue),
            "NSValuesToFetch": names.isEmpty ? null : writer.add(array: names), "NSValuesToGroupBy": null,
            "NSHavingPredicate": null, "NSAllocationType": .integer(0),
            "NSRelationshipKeyPathsForPrefetching": prefetched.isEmpty ? null : writer.add(array: prefetched),
        ]
        return writer.add(["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"], fields)
    }

    private mutating func add(_ order: NSSortDescriptor) -> PropertyListNode {
        let selector = order.selector.map { "\($0)" } ?? "compare:"
        return writer.add(
            ["NSSortDescriptor", "NSObject"],
            [
                "NSKey": writer.add(order.key), "NSAscending": .bool(order.ascending),
                "NSReverseNullOrder": .bool(false), "NSSelector": writer.add(selector),
            ])
    }
}
