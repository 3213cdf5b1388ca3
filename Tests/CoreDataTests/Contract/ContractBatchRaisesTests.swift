#if compiler(>=6.2)
    import CoreData
    import Foundation
    import Testing

    @testable import CoreData

    /// Where Apple raises an exception, the program ends with its reason.
    @Suite struct ContractBatchRaisesTests {
        @Test("14.1 Stores that are not of SQLite refuse batches")
        func refusal() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.memory).work {
                    _ = try $0.execute(NSBatchInsertRequest(entityName: "Item", objects: [["title": "A"]]))
                }
            }
            #expect(LastWords(result).tell("Unknown command type <NSBatchInsertRequest"))
        }

        @Test("14.6 An update of what is no property ends the program")
        func unknown() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work {
                    let update = NSBatchUpdateRequest(entityName: "Item")
                    update.propertiesToUpdate = ["nothing": 1]
                    _ = try $0.execute(update)
                }
            }
            #expect(LastWords(result).tell("nothing passed to propertiesToUpdate"))
        }
    }
#endif
