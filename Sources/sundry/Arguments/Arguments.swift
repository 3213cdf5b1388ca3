import Foundation
import SundryC
import SundryKit

/// The command line taken apart: options wherever they stand, and the words in their order.
struct Arguments {
    private(set) var words: [String] = []
    private(set) var options: [Option: String] = [:]

    /// Takes apart the words after the program's name, with the C library's getopt_long.
    init(_ line: [String]) throws(Problem) {
        // getopt keeps pointers into these for as long as the program runs.
        let argv = (["sundry"] + line).map { strdup($0) }
        let longs = Option.allCases.map { option in
            SundryC.option(
                name: strdup(option.name), has_arg: option.value == nil ? no_argument : required_argument, flag: nil,
                val: Self.firstValue + Int32(option.rawValue))
        }
        let letters = Option.allCases.compactMap { option in
            option.letter.map { String($0) + (option.value == nil ? "" : ":") }
        }
        // "-" hands words over in their place, also where POSIXLY_CORRECT is set; ":" tells a missing value apart.
        let shorts = "-:" + letters.joined()
        let table = longs + [SundryC.option()]
        while true {
            let step = sundry_next_option(Int32(argv.count), argv, shorts, table)
            if step.value == -1 {
                words += line.dropFirst(Int(step.next) - 1)
                return
            }
            try take(step, in: line)
        }
    }

    /// Values of long options, beyond those of any letter.
    private static let firstValue: Int32 = 256

    private mutating func take(_ step: sundry_option, in line: [String]) throws(Problem) {
        let argument = step.argument.map { String(cString: $0) }
        // What was refused stands before what comes next, or is it where several letters share a word.
        let typed = line.indices.contains(Int(step.next) - 2) ? line[Int(step.next) - 2] : ""
        switch step.value {
        case 1: words.append(argument ?? "")
        case Int32(UInt8(ascii: ":")):
            let value = Self.option(step.refused)?.value ?? "VALUE"
            throw Problem("The option \(typed) needs a value: write \(typed) \(value).", kind: .usage)
        case Int32(UInt8(ascii: "?")): throw refusal(step, typed)
        default:
            guard let option = Self.option(step.value) else { return }
            options[option] = argument ?? ""
        }
    }

    private func refusal(_ step: sundry_option, _ typed: String) -> Problem {
        if let option = Self.option(step.refused), step.refused >= Self.firstValue {
            return Problem(
                "The option --\(option.name) takes no value: write --\(option.name) alone.", kind: .usage)
        }
        if step.refused > 0, let letter = Unicode.Scalar(UInt32(step.refused)) {
            return Problem(
                "There is no option -\(Character(letter)): put -- before text that begins with a dash.", kind: .usage)
        }
        let near = Option.allCases.filter { "--\($0.name)".hasPrefix(typed) }.map { "--\($0.name)" }
        if near.count > 1 {
            return Problem(
                "The option \(typed) may mean \(near.joined(separator: " or ")): write it in full.", kind: .usage)
        }
        return Problem("There is no option \(typed): put -- before text that begins with two dashes.", kind: .usage)
    }

    private static func option(_ value: Int32) -> Option? {
        if value >= firstValue { return Option(rawValue: Int(value - firstValue)) }
        return Option.allCases.first { $0.letter?.asciiValue.map(Int32.init) == value }
    }
}
