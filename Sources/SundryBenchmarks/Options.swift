import Foundation

/// What the command line asks for.
struct Options {
    private(set) var filters: [String] = []
    private(set) var jsonFile: URL?
    private(set) var listsOnly = false
    private(set) var repetitions = 10
    private(set) var folder = FileManager.default.temporaryDirectory

    init(arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw UsageError("\(option) wants a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--filter": filters.append(try value(of: argument))
            case "--json": jsonFile = URL(fileURLWithPath: try value(of: argument))
            case "--list": listsOnly = true
            case "--folder": folder = URL(fileURLWithPath: try value(of: argument), isDirectory: true)
            case "--repetitions":
                guard let count = Int(try value(of: argument)), count >= 2 else {
                    throw UsageError("--repetitions wants a number from 2 on; the first one is dropped")
                }
                repetitions = count
            default:
                throw UsageError(
                    "unknown option \(argument); there are --filter TEXT, --json FILE, --list, --folder DIR, --repetitions N"
                )
            }
        }
    }

    /// Whether the workload is asked for: no filter, or one that its name contains.
    func includes(_ name: String) -> Bool {
        filters.isEmpty || filters.contains { name.localizedCaseInsensitiveContains($0) }
    }
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
