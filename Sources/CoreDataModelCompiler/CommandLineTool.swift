import Foundation

/// What `xcdatamodelc` does with its arguments.
public enum CommandLineTool {
    static let help = """
        usage: xcdatamodelc MODEL [--swift FOLDER --module NAME [--sources FOLDER]] [--momd FILE.momd]
               xcdatamodelc MAPPING [--swift FOLDER] [--cdm FILE.cdm]

        Compiles MODEL, an .xcdatamodeld or .xcdatamodel of Xcode, or MAPPING, an .xcmappingmodel.

          --swift FOLDER    write Swift classes, key paths and the embedded model into FOLDER
          --module NAME     the module that the Swift sources are for
          --sources FOLDER  where the module's own sources are: their @NSManaged properties get accessors
          --momd FILE.momd  write the compiled model, every version of it
          --cdm FILE.cdm    write the compiled mapping model
          --help            show this text

        Without --swift, --momd and --cdm the file is checked and nothing is written.

        """

    /// What the arguments ask for.
    private struct Request {
        var model: String?
        var options: [String: String] = [:]
        var wantsHelp = false

        init(_ arguments: [String]) throws(UsageError) {
            let known = ["--swift", "--module", "--sources", "--momd", "--cdm"]
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                if argument == "--help" || argument == "-h" {
                    wantsHelp = true
                } else if known.contains(argument) {
                    guard let value = rest.popFirst() else { throw UsageError(sentence: "\(argument) needs a value") }
                    options[argument] = value
                } else if argument.hasPrefix("-") {
                    throw UsageError(sentence: "unknown option \(argument)")
                } else if model != nil {
                    throw UsageError(sentence: "only one model at a time; '\(argument)' is a second one")
                } else {
                    model = argument
                }
            }
        }
    }

    private struct UsageError: Error {
        let sentence: String
    }

    /// Runs the tool with the arguments of this process and ends it.
    public static func main() -> Never { exit(run(Array(CommandLine.arguments.dropFirst()))) }

    /// Does it; answers the exit code: 0, 1 for an error in the model or on disk, 2 for one in the arguments.
    public static func run(_ arguments: [String]) -> Int32 {
        do {
            let request = try Request(arguments)
            if request.wantsHelp {
                FileHandle.standardOutput.write(Data(help.utf8))
                return 0
            }
            try compile(request)
            return 0
        } catch let error as UsageError {
            complain("xcdatamodelc: error: \(error.sentence); see xcdatamodelc --help")
            return 2
        } catch let error as ModelError {
            complain(error.description)
        } catch {
            complain("xcdatamodelc: error: \(error.localizedDescription)")
        }
        return 1
    }

    private static func compile(_ request: Request) throws {
        guard let path = request.model else { throw UsageError(sentence: "no model is given") }
        if MappingCompiler.accepts(path) { return try compileMapping(path, request.options) }
        if request.options["--cdm"] != nil { throw UsageError(sentence: "--cdm is for an .xcmappingmodel") }
        let compiler = try ModelCompiler(path: path)
        if let folder = request.options["--swift"] {
            guard let module = request.options["--module"] else { throw UsageError(sentence: "--swift needs --module") }
            try compiler.writeSources(to: folder, module: module, readingSourcesIn: request.options["--sources"])
        }
        if let bundle = request.options["--momd"] {
            try compiler.writeCompiledModel(to: bundle, module: request.options["--module"] ?? "")
        }
    }

    private static func compileMapping(_ path: String, _ options: [String: String]) throws {
        if options["--momd"] != nil { throw UsageError(sentence: "--momd is for a model, not for a mapping model") }
        let compiler = try MappingCompiler(path: path)
        if let folder = options["--swift"] { try compiler.writeSource(to: folder) }
        if let file = options["--cdm"] { try compiler.writeCompiledMapping(to: file) }
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
