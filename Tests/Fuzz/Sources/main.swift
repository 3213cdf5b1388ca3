import Foundation

// fuzz FOLDER TARGET [OPTION…] runs libFuzzer over one target, with its seeds and what was found before in FOLDER; given a
// file, over that alone. `fuzz targets` names them.

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Asked for by the `main` that libFuzzer brings, and never called.
@_cdecl("LLVMFuzzerTestOneInput")
func readNothing(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }

let targets = [PredicateFuzzing.target] + ArchiveFuzzing.targets + [ListFuzzing.target] + TypedFuzzing.targets

if CommandLine.arguments.dropFirst() == ["targets"] {
    print(targets.map(\.name).joined(separator: " "))
    exit(0)
}
let wanted = CommandLine.arguments.dropFirst(2).first
// Global: what libFuzzer calls can hold nothing of its own.
let target: FuzzTarget = {
    if let target = targets.first(where: { $0.name == wanted }) { return target }
    print("usage: fuzz FOLDER TARGET [OPTION…], or fuzz targets")
    exit(2)
}()

/// The options of libFuzzer: the seeds, the words that mean something, where to put what is found, and those that are given.
func options() throws -> [String] {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    let (seeds, corpus) = (folder.appendingPathComponent("seeds"), folder.appendingPathComponent("corpus"))
    for url in [seeds, corpus] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    for (number, seed) in try target.seeds().enumerated() {
        try Data(seed).write(to: seeds.appendingPathComponent("\(number)"))
    }
    let words = folder.appendingPathComponent("words")
    let lines = target.tokens.map { token in
        let bytes = token.utf8.map { byte in
            UInt8(ascii: " ")...UInt8(ascii: "~") ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                ? String(UnicodeScalar(byte)) : "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return "\"\(bytes.joined())\""
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: words)
    let given = CommandLine.arguments.dropFirst(3)
    let folders = given.contains { !$0.hasPrefix("-") } ? [] : [corpus.path, seeds.path]
    let dictionary = lines.isEmpty ? [] : ["-dict=\(words.path)"]
    return dictionary + ["-artifact_prefix=\(folder.path)/"] + given + folders
}

let given = [CommandLine.arguments[0]] + (try options())
var count = CInt(given.count)
// libFuzzer keeps them for as long as the process lives.
var arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: given.count + 1)
for (number, argument) in given.enumerated() { arguments[number] = strdup(argument) }
arguments[given.count] = nil
exit(
    runDriver(&count, &arguments) { bytes, count in
        do {
            try target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("\(target.name): \(error)")
        }
        return 0
    })
