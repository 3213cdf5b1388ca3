import CoreData
import SundryKit
import SundryTerminal

/// What was bought, in bars.
@MainActor
final class StatisticsScreen: Screen {
    var prompt: Prompt?
    let area = KeyArea.page
    private let context: NSManagedObjectContext
    private let isPlain: Bool
    private let firstWeekday: Int
    private var scroll = Scroll()
    private var statistics: Statistics?
    private var count = 0

    init(on screen: ItemsScreen) {
        context = screen.context
        isPlain = screen.isPlain
        firstWeekday = screen.settings.firstWeekday
    }

    let header = Header(title: "Statistics")

    func prepare() throws {
        if statistics == nil { statistics = try Statistics(firstWeekday: firstWeekday, in: context) }
    }

    func availability(of action: Action) -> Availability { .enabled }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if scroll.move(action, lines: self.count, count: count) { return .done }
        return try answer(action) ?? .done
    }

    func draw(on surface: inout Surface) {
        surface.cursor = Point(row: 0, column: 0)
        guard let statistics else { return }
        let (width, height) = (surface.size.width, surface.size.height)
        let nameWidth = min(20, width / 2)
        let barWidth = max(1, min(60, width - nameWidth - (width < 40 ? 7 : 14)))
        let lines = StatisticsText(statistics, barWidth: barWidth, isPlain: isPlain).lines
        count = lines.count
        guard !lines.isEmpty else {
            surface.write("Nothing to count yet.", row: 0, column: 0, style: .dim)
            return
        }
        scroll.reveal(scroll.top, of: count, height: height)
        for (row, line) in lines.dropFirst(scroll.top).prefix(height).enumerated() {
            if line.isHeading {
                surface.write(line.name, row: row, column: 0, style: .bold)
                continue
            }
            surface.write(line.name, row: row, column: 0, width: nameWidth)
            let end = nameWidth + 2 + surface.write(line.bar, row: row, column: nameWidth + 2)
            surface.write(line.text, row: row, column: end + (line.bar.isEmpty ? 0 : 1))
        }
    }
}
