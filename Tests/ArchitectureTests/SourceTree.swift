import Foundation

/// The Swift files of the package, read once.
struct SourceTree {
    /// One file: where it stands and what it says.
    struct File {
        /// From the root of the package, such as `Sources/CoreData/Model/NSEntityDescription.swift`.
        let path: String
        let lines: [String]

        var name: String { String(path.split(separator: "/").last ?? "") }

        /// `CoreData` for `Sources/CoreData/…`, `Examples/Stacks` for `Sources/Examples/Stacks/…`.
        var module: String {
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count > 2 else { return "" }
            return parts[1] == "Examples" ? "Examples/\(parts[2])" : parts[1]
        }

        /// A line without its comment and the insides of string literals, so that words in them mislead no rule.
        static func code(_ line: String) -> Substring {
            let bare = line.contains("\"") ? line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"") : line
            guard let comment = bare.firstRange(of: "//") else { return bare[...] }
            return bare[..<comment.lowerBound]
        }
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A folder without Swift files, in which every rule would hold.
    struct Empty: Error {
        let folders: [String]
    }

    let files: [File]

    init(_ folders: String...) throws {
        files = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Self.root.appendingPathComponent(folder).path)
                .filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains(".build") }
                .sorted()
                .map { subpath in
                    let path = "\(folder)/\(subpath)"
                    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
                    return File(
                        path: path,
                        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
                }
        }
        if files.isEmpty { throw Empty(folders: folders) }
    }
}
