/// Which columns the panes have: side by side where there is room for that, else one of them alone.
struct PaneColumns {
    /// Side by side from this many columns on.
    private static let wide = 80
    /// With what there is to say of the item from this many on.
    private static let widest = 110

    /// Each is empty where it is not shown.
    let lists: Range<Int>
    let items: Range<Int>
    let details: Range<Int>

    /// The columns of a screen so wide; where there is one pane only, the one that has the keys.
    init(width: Int, isZoomed: Bool, focus: ItemsScreen.Focus) {
        guard width >= Self.wide, !isZoomed else {
            (lists, items) = focus == .lists ? (0..<width, 0..<0) : (0..<0, 0..<width)
            details = 0..<0
            return
        }
        let left = min(max(width * 3 / 10, 20), 36)
        let right = width >= Self.widest ? min(width * 3 / 10, 44) : 0
        lists = 0..<left
        items = left + 1..<width - right
        // A line and a blank stand before it.
        details = right > 2 ? width - right + 2..<width : 0..<0
    }
}
