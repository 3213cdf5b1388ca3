import Foundation

/// What `xcdatamodelc` does with its arguments.
public enum CommandLineTool {
    static let help = """
        usage: xcdatamodelc MODEL [--swift FOLDER --module NAME [--sources FOLDER]] [--momd FILE.momd]

        Compiles MODEL, an .xcdatamodeld or .xcdatamodel of Xcode.

          --swift FOLDER    write Swift classes, key paths and the embedded model into FOLDER
          --module NAME     the module that the Swift sources are for
          --sources FOLDER  where the module's own sources are: their @NSManaged properties get accessors
          --momd FILE.momd  write the compiled model, every version of it
          --help            show this text

        Without --swift and --momd the model is checked and nothing is written.

        """

    /// What the arguments ask for.
    private struct Request {
        var model: String?
        var options: [String: String] = [:]
        var wantsHelp = false

        init(_ arguments: [String]) throws(UsageError) {
            let known = ["--swift", "--module", "--sources", "--momd"]
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
        let compiler = try ModelCompiler(path: path)
        if let folder = request.options["--swift"] {
            guard let module = request.options["--module"] else { throw UsageError(sentence: "--swift needs --module") }
            try compiler.writeSources(to: folder, module: module, readingSourcesIn: request.options["--sources"])
        }
        if let bundle = request.options["--momd"] {
            try compiler.writeCompiledModel(to: bundle, module: request.options["--module"] ?? "")
        }
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
