import CoreDataModelCompiler
import Foundation
import Testing

/// Where models for tests come from.
enum Fixtures {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    static let broad = tests.appendingPathComponent("Broad.xcdatamodeld").path
    private static let samples = package.appendingPathComponent("../shared/samples").standardizedFileURL

    /// Whether the real files are there; they stand beside the package, not in it.
    static let samplesAreThere = FileManager.default.fileExists(atPath: samples.path)

    static func sample(_ path: String) -> URL { samples.appendingPathComponent(path) }

    /// The models among the samples, as paths from their folder.
    static let sampleModels: [String] = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: sample("models").path)) ?? []
        return folders.sorted().flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: sample("models/\(folder)").path)) ?? []
            return names.sorted().filter { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".xcdatamodel") }
                .map { "models/\(folder)/\($0)" }
        }
    }()

    /// An empty folder that goes when `body` is through.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ModelCompilerTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// A model of one version with that XML, in a folder that goes when `body` is through.
    @discardableResult
    static func withModel<Result>(_ xml: String, _ body: (String) throws -> Result) throws -> Result {
        try withFolder { folder in
            let model = folder.appendingPathComponent("Model.xcdatamodel")
            try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
            try Data(xml.utf8).write(to: model.appendingPathComponent("contents"))
            return try body(model.path)
        }
    }

    /// Runs a command; answers its exit code and what it printed, errors included.
    static func run(
        _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
