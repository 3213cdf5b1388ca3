/// The tables of history as a predicate sees them: a row for each transaction, with its strings, and one for each change.
enum HistoryTables {
    static let transactions = map(
        HistoryEntities.transaction, number: HistorySchema.transactionNumber,
        table: """
            (SELECT t.Z_PK, t.ZTIMESTAMP, ifnull(a.ZNAME, t.ZAUTHOR) AUTHOR, ifnull(b.ZNAME, t.ZBUNDLEID) BUNDLEID, \
            ifnull(c.ZNAME, t.ZCONTEXTNAME) CONTEXTNAME, ifnull(p.ZNAME, t.ZPROCESSID) PROCESSID FROM ATRANSACTION t \
            LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS \
            LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS \
            LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS)
            """,
        columns: [
            "author": "AUTHOR", "bundleID": "BUNDLEID", "contextName": "CONTEXTNAME", "processID": "PROCESSID",
            "timestamp": "ZTIMESTAMP", "token": "Z_PK", "transactionNumber": "Z_PK",
        ])
    static let changes = map(
        HistoryEntities.change, number: HistorySchema.changeNumber, table: "ACHANGE",
        columns: [
            "changeID": "Z_PK", "changedEntity": "ZENTITY", "changedObjectID": "ZENTITYPK", "changeType": "ZCHANGETYPE",
        ])

    private static func map(
        _ entity: NSEntityDescription, number: Int64, table: String, columns: [String: String]
    ) -> EntityMap {
        // Its model was frozen when it was made.
        let layout = entity.layout!
        return EntityMap(
            layout: layout, number: number, table: table, rootNumber: number,
            columns: layout.slots.map { columns[$0.name] },
            orderColumns: [String?](repeating: nil, count: layout.slots.count), toMany: [], externalSlots: SlotSet(),
            derivedSlots: [], constraints: [])
    }
}
