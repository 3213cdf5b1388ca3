import Foundation
import SundryKit

/// One run of one command: its words and options, its output, and the lists, opened when they are asked for.
struct Session {
    let command: Command
    let words: [String]
    var output = Output()
    private let options: [Option: String]
    private var opened: SundryStack?
    /// The user's settings.
    let configuration = Configuration(at: Configuration.url())

    init(_ command: Command, words: [String], options: [Option: String]) {
        self.command = command
        self.words = words
        self.options = options
    }

    func has(_ option: Option) -> Bool { options[option] != nil }

    func value(of option: Option) -> String? { options[option] }

    /// Writes what is left of the output. Who reads of a failure must not take it that nothing was changed.
    mutating func writeOutput() throws(Problem) {
        do {
            try output.flush()
        } catch {
            guard command.changesLists, !has(.dryRun) else { throw error }
            throw Problem("What was asked for is done, but: \(error.sentence)", kind: error.kind)
        }
    }

    /// Whether leaving the store as it is would cost the next command more than closing it costs this one.
    var hasLongLog: Bool { opened?.hasLongLog ?? false }

    /// The lists, opened. `author` is who the journal says was at work.
    mutating func stack(author: Author = .shell) throws -> SundryStack {
        if let opened { return opened }
        let stack = SundryStack(at: try location(), author: author)
        if author == .shell { Self.tellOfWaiting }
        try stack.load()
        if has(.demo) {
            var demo = DemoData()
            try demo.seed(in: stack.viewContext)
        }
        opened = stack
        return stack
    }

    /// Has the user told, once, what a command waits for.
    private static let tellOfWaiting: Void = {
        // Heard for as long as the process runs.
        _ = NotificationCenter.default.addObserver(forName: .sundryStoreIsHeld, object: nil, queue: nil) { notice in
            // Many commands at once wait for each other, and none of them long.
            if notice.object as? Double ?? 0 >= 2 { waitingIsTold }
        }
    }()

    private static let waitingIsTold: Void = Output.remark("Waiting for another program that is using the store …")

    /// Where the lists are kept, be they there or not.
    func place() throws(Problem) -> StoreLocation {
        guard !has(.demo) else { throw Problem("The demo is kept in no file: leave out --demo.", kind: .usage) }
        return try StoreLocation.resolved(path: value(of: .store))
    }

    /// Whether a store is made where there is none. A command whose words may be left out looks at something without them.
    private var makesStore: Bool {
        command.makesStore && !has(.dryRun) && !(words.isEmpty && command.words.hasPrefix("["))
    }

    private func location() throws(Problem) -> StoreLocation {
        if has(.demo) {
            guard !has(.store) else {
                throw Problem("The demo is kept in no file: leave out --store or --demo.", kind: .usage)
            }
            return .memory
        }
        let location = try StoreLocation.resolved(path: value(of: .store))
        guard !makesStore, try !location.exists() else { return location }
        // Looking makes no file, nor does taking back: where there is none yet, the lists are empty.
        if case .file = location { try location.check() }
        if !has(.dryRun), case .file(let url) = location {
            throw Problem("There is no store “\(url.path)”: sundry add makes it, or name another file.")
        }
        return .memory
    }
}
