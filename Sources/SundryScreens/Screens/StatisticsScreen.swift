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
    private var isCounting = false
    /// What went wrong while nobody waited for it.
    private var failure: (any Error)?
    private weak var screen: ItemsScreen?
    /// From so many items on they are counted behind the screen.
    private static let longFrom = 2000
    private var count = 0

    init(on screen: ItemsScreen) {
        context = screen.context
        isPlain = screen.isPlain
        firstWeekday = screen.settings.firstWeekday
        self.screen = screen
    }

    let header = Header(title: "Statistics")

    func prepare() throws {
        defer { failure = nil }
        if let failure { throw failure }
        guard statistics == nil, !isCounting else { return }
        let some = NSFetchRequest<Item>(entityName: "Item")
        some.fetchLimit = Self.longFrom
        guard try context.count(for: some) == Self.longFrom else {
            return statistics = try Statistics(firstWeekday: firstWeekday, in: context)
        }
        isCounting = true
        Statistics.count(beside: context, firstWeekday: firstWeekday) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let counted): statistics = counted
            case .failure(let error): failure = error
            }
            screen?.onChange()
        }
    }

    func availability(of action: Action) -> Availability { .enabled }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if scroll.move(action, lines: self.count, count: count) { return .done }
        return try answer(action) ?? .done
    }

    func draw(on surface: inout Surface) {
        surface.cursor = Point(row: 0, column: 0)
        guard let statistics else {
            if isCounting { surface.write("Still counting.", row: 0, column: 0, style: .aside) }
            return
        }
        let (width, height) = (surface.size.width, surface.size.height)
        let nameWidth = min(20, width / 2)
        let barWidth = max(1, min(60, width - nameWidth - (width < 40 ? 7 : 14)))
        let lines = StatisticsText(statistics, barWidth: barWidth, isPlain: isPlain).lines
        count = lines.count
        guard !lines.isEmpty else {
            surface.write("Nothing to count yet.", row: 0, column: 0, style: .aside)
            return
        }
        scroll.reveal(scroll.top, of: count, height: height)
        for (row, line) in lines.dropFirst(scroll.top).prefix(height).enumerated() {
            if line.isHeading {
                surface.write(line.name, row: row, column: 0, style: .heading)
                continue
            }
            surface.write(line.name, row: row, column: 0, width: nameWidth)
            let end = nameWidth + 2 + surface.write(line.bar, row: row, column: nameWidth + 2)
            surface.write(line.text, row: row, column: end + (line.bar.isEmpty ? 0 : 1))
        }
    }
}
