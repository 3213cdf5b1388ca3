import Foundation
import Testing

/// A program run to its end.
struct Program {
    let status: Int32
    let output: String
    let errors: String

    /// The program under test: what `make test` has installed into its stage, else what was built beside the tests.
    static let sundry: String = {
        ProcessInfo.processInfo.environment["SUNDRY_BINARY"] ?? built("sundry").path
    }()

    /// A program of this package, built beside the tests.
    static func built(_ name: String) -> URL {
        let tests =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name)
    }

    static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs the program under test in a home folder.
    @discardableResult
    static func sundry(_ arguments: String..., home: Home, input: String = "") throws -> Program {
        try run(sundry, arguments, environment: home.environment, input: input)
    }

    static func run(
        _ path: String, _ arguments: [String], environment: [String: String], input: String = ""
    ) throws -> Program {
        // Files, not pipes: nothing can fill up, and nothing has to be read while the program runs.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (inFile, outFile, errorFile) = (folder.path + "/in", folder.path + "/out", folder.path + "/errors")
        try Data(input.utf8).write(to: URL(fileURLWithPath: inFile))
        let child = try Spawned(
            path, arguments, environment: environment, input: inFile, output: outFile, errors: errorFile)
        return Program(
            status: child.wait(),
            output: try String(decoding: Data(contentsOf: URL(fileURLWithPath: outFile)), as: UTF8.self),
            errors: try String(decoding: Data(contentsOf: URL(fileURLWithPath: errorFile)), as: UTF8.self))
    }
}
