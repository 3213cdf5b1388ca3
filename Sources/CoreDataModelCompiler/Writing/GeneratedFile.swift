import Foundation

/// A source file that the compiler writes.
public struct GeneratedFile: Sendable {
    /// The name, without folder.
    public let name: String
    /// The whole text.
    public let text: String

    /// A file that begins with where it comes from.
    init(name: String, model: String, _ write: (inout SourceWriter) -> Void) {
        var writer = SourceWriter()
        writer.line("// Written by xcdatamodelc from \(model); edit the model, not this file.")
        writer.line("import CoreData")
        writer.line()
        write(&writer)
        self.name = name
        self.text = writer.text
    }

    /// Writes it into a folder, unless it is there as it is: then nothing is compiled again.
    func write(to folder: String) throws {
        let path = "\(folder)/\(name)"
        guard FileManager.default.contents(atPath: path) != Data(text.utf8) else { return }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
