#if compiler(>=6.2)
    import CoreData
    import Foundation
    import Testing

    @testable import CoreData

    /// What a program launched with `com_apple_CoreData_SQLDebug` writes, in a process of its own.
    @Suite struct DebuggingTests {
        private static func work() throws {
            try ShopStack(.null).work { context in
                for title in ["Milk", "Bread"] { context.add(title) }
                try context.save()
                _ = try context.items("title == 'Milk'")
            }
        }

        private static func output(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        @Test("Level 1 shows statements, their time and their number of rows")
        func statements() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_SQLDebug", "1", 1)
                try DebuggingTests.work()
            }
            let output = Self.output(result)
            #expect(output.contains("CoreData: sql: INSERT INTO ZITEM"))
            #expect(output.contains(/CoreData: sql: SELECT t0\.Z_PK.* FROM ZITEM t0 WHERE/))
            #expect(output.contains(/CoreData: annotation: total execution time: \d+\.\d{4}s for 1 rows\./))
            #expect(!output.contains("details:"))
        }

        @Test("Level 2 shows values as well, level 3 where and when, level 4 the plan")
        func details() async {
            let second = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_SQLDebug", "2", 1)
                try DebuggingTests.work()
            }
            #expect(Self.output(second).contains("ZTITLE = 'Milk'"))
            #expect(!Self.output(second).contains("details: on memory"))
            let third = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_SQLDebug", "3", 1)
                try DebuggingTests.work()
            }
            #expect(Self.output(third).contains("details: on memory at "))
            #expect(!Self.output(third).contains("details: plan of"))
            let fourth = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_SQLDebug", "4", 1)
                try DebuggingTests.work()
            }
            #expect(Self.output(fourth).contains(/details: plan of SELECT t0\.Z_PK.*\nCoreData: details:   SCAN t0/))
        }

        @Test("Without the switch nothing is written")
        func silence() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                try DebuggingTests.work()
            }
            #expect(!Self.output(result).contains("CoreData:"))
        }
    }
#endif
