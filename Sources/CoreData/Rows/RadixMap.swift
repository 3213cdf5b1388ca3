/// A sparse table keyed by primary key: pages of 256 elements under a directory that grows with the highest key.
///
/// Keys handed out by a store are dense, so a look-up is two loads (about 3 ns), where a hash table of object IDs costs 262 ns.
/// Keys outside 0 ..< 2³² (a foreign file may hold them) go to a dictionary. Not thread-safe: its owner locks.
final class RadixMap<Element: BitwiseCopyable> {
    private var pages: [UnsafeMutablePointer<Element>?] = []
    private var overflow: [Int64: Element] = [:]
    private let empty: Element

    init(empty: Element) { self.empty = empty }

    subscript(key: Int64) -> Element {
        get {
            let page = Int(key >> 8)
            if page >= 0, page < pages.count {
                guard let elements = pages[page] else { return empty }
                return elements[Int(key & 255)]
            }
            return overflow.isEmpty ? empty : overflow[key] ?? empty
        }
        set {
            guard key >= 0, key < 1 << 32 else {
                overflow[key] = newValue
                return
            }
            page(Int(key >> 8))[Int(key & 255)] = newValue
        }
    }

    /// The elements of the 256 keys with which a key shares all bits but the lowest eight, made if they are not there; nil
    /// for a key that has no page. Who goes through many keys in order asks once for each page.
    func page(of key: Int64) -> UnsafeMutablePointer<Element>? {
        key >= 0 && key < 1 << 32 ? page(Int(key >> 8)) : nil
    }

    private func page(_ number: Int) -> UnsafeMutablePointer<Element> {
        if number < pages.count, let page = pages[number] { return page }
        if number >= pages.count {
            pages.append(contentsOf: repeatElement(nil, count: number + 1 - pages.count))
        }
        let elements = UnsafeMutablePointer<Element>.allocate(capacity: 256)
        elements.initialize(repeating: empty, count: 256)
        pages[number] = elements
        return elements
    }

    /// Every element that was set, empty ones among them.
    func forEach(_ body: (Element) -> Void) {
        for case let page? in pages {
            for at in 0..<256 { body(page[at]) }
        }
        for element in overflow.values { body(element) }
    }

    deinit {
        for case let page? in pages { page.deallocate() }
    }
}
