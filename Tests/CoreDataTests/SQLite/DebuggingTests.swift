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
                _ = try context.count(for: NSFetchRequest<ShopItem>(entityName: "Item"))
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
            #expect(
                output.contains(
                    /\nCoreData: annotation: sql connection fetch time: \d+\.\d{4}s\nCoreData: annotation: total fetch execution time: \d+\.\d{4}s for 1 rows\.\n/
                ))
            #expect(
                output.contains(
                    /CoreData: sql: SELECT count\(\*\) FROM ZITEM t0\nCoreData: annotation: total count request execution time: \d+\.\d{4}s for count of 2\.\n/
                ))
            #expect(!output.contains("sql execution time"))
            #expect(!output.contains("details:"))
        }

        @Test("Level 2 shows values as well, level 3 where and when, level 4 the plan")
        func details() async {
            let second = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_SQLDebug", "2", 1)
                try DebuggingTests.work()
            }
            #expect(
                Self.output(second).contains(
                    /CoreData: sql: SELECT t0\.Z_PK.* WHERE.*\nCoreData: details: SQLite bind\[0\] = "Milk"\nCoreData: annotation: sql conn/
                ))
            #expect(
                Self.output(second).contains(
                    /CoreData: sql: COMMIT\nCoreData: annotation: sql execution time: \d+\.\d{4}s\n/))
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

        @Test("The switch is an argument of the launch or a variable of the environment, the argument first")
        func switches() {
            func level(_ arguments: String..., environment: String? = nil) -> Int {
                LaunchSwitch.level(
                    "SQLDebug", ["program"] + arguments,
                    environment.map { ["com_apple_CoreData_SQLDebug": $0] } ?? [:])
            }
            #expect(level("-com.apple.CoreData.SQLDebug", "3") == 3)
            #expect(level("-com.apple.CoreData.SQLDebug", "3", environment: "1") == 3)
            #expect(level("-com.apple.CoreData.SQLDebug", "YES") == 1)
            #expect(level(environment: "4") == 4)
            #expect(level(environment: "NO") == 0)
            #expect(level("-com.apple.CoreData.SQLDebug") == 0)
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
