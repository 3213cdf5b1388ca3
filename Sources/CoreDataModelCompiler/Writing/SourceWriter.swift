/// Collects lines of source at the indentation they belong at.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    /// Adds one line.
    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: " ", count: 4 * depth) + line + "\n"
    }

    /// Adds `head {`, the lines of the body one step deeper, and `}`.
    mutating func block(_ head: String, parameters: String? = nil, _ body: (inout SourceWriter) -> Void) {
        line(head + " {" + (parameters.map { " \($0) in" } ?? ""))
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Adds a call; its arguments go on lines of their own where one line would not hold them, and so does the body of its
    /// trailing closure.
    mutating func call(_ function: String, _ arguments: [String], closure: [String] = []) {
        let oneLine = "\(function)(\(arguments.joined(separator: ", ")))"
        let short = closure.count == 1 ? "\(oneLine) { \(closure[0]) }" : oneLine
        if closure.count < 2, fits(short) { return line(short) }
        let tail = closure.isEmpty ? "" : " {"
        if fits(oneLine + tail) {
            line(oneLine + tail)
        } else {
            line("\(function)(")
            depth += 1
            rows(arguments, tail: ")" + tail)
            depth -= 1
        }
        guard !closure.isEmpty else { return }
        depth += 1
        for statement in closure { line(statement) }
        depth -= 1
        line("}")
    }

    /// Adds arguments, as many on a line as it holds.
    private mutating func rows(_ arguments: [String], tail: String) {
        var row = ""
        for (index, argument) in arguments.enumerated() {
            let piece = argument + (index == arguments.count - 1 ? tail : ",")
            if !row.isEmpty, !fits("\(row) \(piece)") {
                line(row)
                row = ""
            }
            row += row.isEmpty ? piece : " \(piece)"
        }
        line(row)
    }

    private func fits(_ line: String) -> Bool { 4 * depth + line.count <= 120 }
}
