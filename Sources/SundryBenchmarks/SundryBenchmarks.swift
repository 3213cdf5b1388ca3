import Foundation

/// Ratios to a C program on the same SQLite library, in the same process and run; one table at the end.
@main
struct SundryBenchmarks {
    static func main() {
        do {
            let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
            try run(options)
        } catch let usage as UsageError {
            fail(usage.description, code: 2)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func run(_ options: Options) throws {
        let workloads = Workload.all.filter { options.includes($0.name) }
        if options.listsOnly {
            for workload in workloads { print(workload.name) }
            return
        }
        let stores = try StoreTemplates(folder: options.folder)
        defer { stores.remove() }
        var table = ResultTable()
        table.printHeader()
        for workload in workloads {
            let result = try Measurement(repetitions: options.repetitions).run(workload, stores: stores)
            table.add(result)
            // Lines appear as they are measured, also in a pipe.
            fflush(nil)
        }
        if let file = options.jsonFile { try table.json().write(to: file) }
        if table.isOver { exit(3) }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("SundryBenchmarks: \(message)\n".utf8))
        exit(code)
    }
}
