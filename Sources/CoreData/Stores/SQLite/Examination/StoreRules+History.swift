/// The tables of persistent history: see HistorySchema.
extension StoreRules {
    mutating func addHistory() {
        let numbers = Self.list(schema.maps.map(\.number))
        add(
            "CHANGE", "ACHANGE", "NOT EXISTS (SELECT 1 FROM ATRANSACTION AS x WHERE x.Z_PK = t.ZTRANSACTIONID)",
            remedy: "DELETE FROM ACHANGE AS t")
        add(
            "CHANGE", "ACHANGE",
            """
            t.ZENTITYPK IS NULL OR t.ZENTITY IS NULL OR t.ZENTITY NOT IN (\(numbers)) \
            OR t.ZCHANGETYPE IS NULL OR t.ZCHANGETYPE NOT IN (0, 1, 2)
            """, remedy: "DELETE FROM ACHANGE AS t")
        guard file.has("ATRANSACTIONSTRING") else { return }
        for column in ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"]
        where file.has(column, in: "ATRANSACTION") {
            let found = "SELECT 1 FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.\(column)"
            add(
                "TRANSACTION", "ATRANSACTION", "t.\(column) IS NOT NULL AND NOT EXISTS (\(found))",
                remedy: "UPDATE ATRANSACTION AS t SET \(column) = NULL")
        }
        let tables = [
            (HistorySchema.changeNumber, "ACHANGE", "CHANGE"),
            (HistorySchema.transactionNumber, "ATRANSACTION", "TRANSACTION"),
            (HistorySchema.stringNumber, "ATRANSACTIONSTRING", "TRANSACTIONSTRING"),
        ]
        for (number, table, name) in tables {
            let most = "(SELECT coalesce(max(Z_PK), 0) FROM \(table))"
            let noted = "coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)), 0)"
            all.append(
                StoreRule(
                    kind: .lowHighestKey, entity: name, test: .count("SELECT \(noted) < \(most)"),
                    remedy: [
                        """
                        INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
                        VALUES (\(number), '\(name)', 0, \(most))
                        """
                    ]))
        }
    }

    private mutating func add(_ entity: String, _ table: String, _ condition: String, remedy: String) {
        all.append(
            StoreRule(
                kind: .brokenHistory, entity: entity, test: .rows(table: table, condition: "(\(condition))"),
                remedy: ["\(remedy) WHERE \(condition)"]))
    }
}
