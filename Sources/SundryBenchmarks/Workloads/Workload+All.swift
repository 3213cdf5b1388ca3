extension Workload {
    /// Every row of the table, in its order.
    static var all: [Workload] {
        insertions + singleSaves + fetches + searches + updates + deletions + batches + windows + relationships + rules
            + children
            + controllers + memory + screen + shell
    }
}
