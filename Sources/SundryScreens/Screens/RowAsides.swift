import Foundation
import SundryKit
import SundryTerminal

/// What stands at the end of an item's row: as much as there is room for beside its title.
@MainActor
struct RowAsides {
    private enum Part: Hashable {
        case said(ItemAside)
        case time
    }

    /// From so many columns on a title may be cut for what the list is sorted by, or for what is due.
    private static let wide = 50
    /// From left to right: the times, which all rows have, make a column at the edge.
    private static let order: [Part] = [.said(.priority), .said(.category), .said(.price), .said(.due), .time]

    private let dateFormat: String
    /// What is tried first, and whether a title may be cut for it.
    private let wanted: [(part: Part, cutsTitle: Bool)]

    init(sort: ItemSort.Key, grouping: ItemGrouping, dateFormat: String) {
        self.dateFormat = dateFormat
        let own: Part? =
            switch sort {
            case .due: .said(.due)
            case .price: .said(.price)
            // Under headings it is named.
            case .category: grouping == .category ? nil : .said(.category)
            case .time, .title, .manual: nil
            }
        var parts: [(Part, Bool)] = own.map { [($0, true)] } ?? []
        parts += [(.said(.due), true), (.said(.priority), true)]
        if sort == .time { parts.append((.time, false)) }
        if grouping != .category { parts.append((.said(.category), false)) }
        parts.append((.time, false))
        var seen: Set<Part> = []
        wanted = parts.filter { seen.insert($0.0).inserted }
    }

    /// Draws them at the right end of a row, beside a title in the columns from `column` on. Gives back how many columns the title
    /// may take.
    func draw(_ item: Item, beside title: String, row: Int, column: Int, on surface: inout Surface) -> Int {
        let width = surface.size.width
        let room = width - column
        let titleWidth = displayWidth(title)
        var texts: [Part: String] = [:]
        var used = 0
        for (part, cutsTitle) in wanted where part != .time || width >= Self.wide {
            guard let text = text(of: part, item) else { continue }
            let least = cutsTitle && width >= Self.wide ? min(titleWidth, room / 2) : titleWidth
            guard least + used + displayWidth(text) + 2 <= room else { continue }
            texts[part] = text
            used += displayWidth(text) + 2
        }
        var end = width
        for part in Self.order.reversed() {
            guard let text = texts[part] else { continue }
            end -= displayWidth(text)
            let isOverdue = part == .said(.due) && !item.isDone && DueSpan.isOverdue(item)
            surface.write(text, row: row, column: end, style: isOverdue ? .overdue : .aside)
            end -= 2
        }
        return room - used
    }

    private func text(of part: Part, _ item: Item) -> String? {
        switch part {
        case .said(let aside): aside.text(of: item)
        case .time: item.timestamp.map { DateText.local($0, format: dateFormat) }
        }
    }
}
