/// A sparse table keyed by primary key: pages of 256 elements under a directory that grows with the highest key.
///
/// Keys handed out by a store are dense, so a look-up is two loads (about 3 ns), where a hash table of object IDs costs 262 ns.
/// Keys outside 0 ..< 2³² (a foreign file may hold them) go to a dictionary. Not thread-safe: its owner locks.
final class RadixMap<Element: BitwiseCopyable> {
    private typealias Page = UnsafeMutablePointer<Element>
    /// `pageCount` places for pages, nil where there is none yet. Not an array: every access to one, as a class's
    /// property, would be checked for exclusivity at run time.
    private var directory = UnsafeMutablePointer<Page?>.allocate(capacity: 0)
    private var pageCount = 0
    private var overflow: [Int64: Element] = [:]
    private let empty: Element

    init(empty: Element) { self.empty = empty }

    subscript(key: Int64) -> Element {
        @inline(__always) get {
            let page = Int(truncatingIfNeeded: key >> 8)
            if page >= 0, page < pageCount {
                guard let elements = directory[page] else { return empty }
                return elements[Int(truncatingIfNeeded: key & 255)]
            }
            return overflow.isEmpty ? empty : overflow[key] ?? empty
        }
        @inline(__always) set {
            let page = Int(truncatingIfNeeded: key >> 8)
            if page >= 0, page < pageCount, let elements = directory[page] {
                elements[Int(truncatingIfNeeded: key & 255)] = newValue
            } else {
                enter(newValue, key)
            }
        }
    }

    @inline(never)
    private func enter(_ value: Element, _ key: Int64) {
        if let page = page(of: key) {
            page[Int(key & 255)] = value
        } else {
            overflow[key] = value
        }
    }

    /// The elements of the 256 keys with which a key shares all bits but the lowest eight, made if they are not there; nil
    /// for a key that has no page. Who goes through many keys in order asks once for each page.
    func page(of key: Int64) -> UnsafeMutablePointer<Element>? {
        guard key >= 0, key < 1 << 32 else { return nil }
        let number = Int(key >> 8)
        if number >= pageCount { growDirectory(toHold: number) }
        if let page = directory[number] { return page }
        let page = Page.allocate(capacity: 256)
        page.initialize(repeating: empty, count: 256)
        directory[number] = page
        return page
    }

    private func growDirectory(toHold page: Int) {
        let count = max(page + 1, pageCount * 2)
        let grown = UnsafeMutablePointer<Page?>.allocate(capacity: count)
        grown.initialize(repeating: nil, count: count)
        grown.update(from: directory, count: pageCount)
        directory.deallocate()
        directory = grown
        pageCount = count
    }

    /// Every element that was set, empty ones among them.
    func forEach(_ body: (Element) -> Void) {
        for page in 0..<pageCount {
            guard let elements = directory[page] else { continue }
            for at in 0..<256 { body(elements[at]) }
        }
        for element in overflow.values { body(element) }
    }

    deinit {
        for page in 0..<pageCount { directory[page]?.deallocate() }
        directory.deallocate()
    }
}
