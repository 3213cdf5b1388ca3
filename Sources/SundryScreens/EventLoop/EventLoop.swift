import Foundation
import SundryTerminal

/// Waits for keys, signals and changes of the data, all on the main queue, and draws when something happened.
///
/// There is no timer and no polling: while nothing happens, the process sleeps.
@MainActor
final class EventLoop {
    /// Why the loop ended.
    enum Ending {
        case quit
        case signal(Int32)
    }

    private let terminal: Terminal
    private let reader = KeyReader()
    private let stage: Stage
    private var sources: [any DispatchSourceRead] = []
    private var ending: Ending?
    private var isDrawingDue = false
    /// How many pieces of input were taken since the screen was drawn.
    private var piecesUnseen = 0
    private static let mostPiecesUnseen = 16

    init(_ stage: Stage, on terminal: Terminal) {
        self.stage = stage
        self.terminal = terminal
    }

    /// Runs until the user quits or a signal ends the program.
    func run() -> Ending {
        listen(to: reader.fileDescriptor) { $0.readKeys() }
        listen(to: terminal.signals.fileDescriptor) { $0.readSignals() }
        // The frame first: what has to be fetched may take longer.
        terminal.show(stage.draw(size: terminal.size))
        setNeedsDraw()
        while true {
            if let ending { return ending }
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }

    /// Something changed that is on the screen: it is drawn once all that waits has been done.
    func setNeedsDraw() {
        guard !isDrawingDue else { return }
        isDrawingDue = true
        DispatchQueue.main.async { self.draw() }
    }

    /// Shows a message at once: an edit that waits holds up the loop.
    func show(_ message: String) {
        guard ending == nil else { return }
        stage.say(message)
        terminal.show(stage.draw(size: terminal.size))
    }

    /// Ends the loop, as a key would that quits.
    func quit() { end(.quit) }

    private func listen(to fileDescriptor: Int32, _ handle: @escaping @MainActor (EventLoop) -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: fileDescriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.ending == nil else { return }
                handle(self)
            }
        }
        source.activate()
        sources.append(source)
    }

    private func readKeys() {
        for input in reader.read() {
            guard let request = stage.handle(input) else { continue }
            perform(request)
            if ending != nil { return }
        }
        // A text that is sent as keys comes in many pieces. Now and then it is shown how far they are.
        piecesUnseen += 1
        guard !reader.hasMore || piecesUnseen >= Self.mostPiecesUnseen else { return }
        piecesUnseen = 0
        // At once, not queued: a key is answered before anything else that waits.
        draw()
    }

    private func perform(_ request: Request) {
        switch request {
        case .quit: end(.quit)
        case .suspend: terminal.suspend()
        case .redraw: terminal.repaint()
        }
    }

    private func readSignals() {
        for signal in terminal.signals.read() {
            switch signal {
            case .end(let number): return end(.signal(number))
            case .suspend: terminal.suspend()
            case .resume: terminal.resume()
            case .resize: terminal.measure()
            }
        }
        draw()
    }

    private func end(_ ending: Ending) {
        self.ending = ending
        for source in sources { source.cancel() }
        sources = []
    }

    private func draw() {
        isDrawingDue = false
        guard ending == nil else { return }
        stage.prepare()
        terminal.show(stage.draw(size: terminal.size))
    }
}
