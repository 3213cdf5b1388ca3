/// A sparse table keyed by primary key: pages of 64 elements under branches of 64 pages, under a root that grows with the
/// highest key.
///
/// Keys handed out by a store are dense, so a look-up is three loads (about 3 ns), where a hash table of object IDs costs 262 ns.
/// The first window of a long list may be made of rows from all over its table: pages are small, so that each of these
/// costs half a kilobyte of memory and not the page faults of a larger page. Keys outside 0 ..< 2³² (a foreign file may hold
/// them) go to a dictionary. Not thread-safe: its owner locks.
final class RadixMap<Element: BitwiseCopyable> {
    private typealias Page = UnsafeMutablePointer<Element>
    private typealias Branch = UnsafeMutablePointer<Page?>
    /// `branchCount` places for branches, nil where there is none yet. Not an array: every access to one, as a class's
    /// property, would be checked for exclusivity at run time.
    private var root: UnsafeMutablePointer<Branch?> = RadixMap.zeros(0)
    private var branchCount = 0
    private var overflow: [Int64: Element] = [:]
    private let empty: Element
    /// Whether all bits of `empty` are zero: memory that the allocator knows to be so is not written to.
    private let isEmptyZero: Bool

    init(empty: Element) {
        self.empty = empty
        isEmptyZero = withUnsafeBytes(of: empty) { $0.allSatisfy { $0 == 0 } }
    }

    subscript(key: Int64) -> Element {
        @inline(__always) get {
            let number = RadixPage.number(key) >> 6
            if number >= 0, number < branchCount {
                guard let branch = root[Int(number)], let page = branch[RadixPage.placeInBranch(key)] else {
                    return empty
                }
                return page[RadixPage.place(key)]
            }
            return overflow.isEmpty ? empty : overflow[key] ?? empty
        }
        @inline(__always) set {
            let number = RadixPage.number(key) >> 6
            if number >= 0, number < branchCount, let branch = root[Int(number)],
                let page = branch[RadixPage.placeInBranch(key)]
            {
                page[RadixPage.place(key)] = newValue
            } else {
                enter(newValue, key)
            }
        }
    }

    @inline(never)
    private func enter(_ value: Element, _ key: Int64) {
        if let page = page(of: key) {
            page[RadixPage.place(key)] = value
        } else {
            overflow[key] = value
        }
    }

    /// The elements of the keys on one page with this one, made if they are not there; nil for a key that has no page. Who
    /// goes through many keys in order asks once for each page.
    func page(of key: Int64) -> UnsafeMutablePointer<Element>? {
        guard key >= 0, key < 1 << 32 else { return nil }
        let number = Int(RadixPage.number(key) >> 6)
        if number >= branchCount { growRoot(toHold: number) }
        let branch = root[number] ?? Self.zeros(RadixPage.size)
        root[number] = branch
        if let page = branch[RadixPage.placeInBranch(key)] { return page }
        let page: Page = Self.zeros(RadixPage.size)
        if !isEmptyZero { page.update(repeating: empty, count: RadixPage.size) }
        branch[RadixPage.placeInBranch(key)] = page
        return page
    }

    private func growRoot(toHold number: Int) {
        // A branch beyond the last key that has a page would hide what stands in `overflow`.
        let count = min(max(number + 1, branchCount * 2), 1 << (32 - 12))
        let grown: UnsafeMutablePointer<Branch?> = Self.zeros(count)
        grown.update(from: root, count: branchCount)
        free(root)
        root = grown
        branchCount = count
    }

    /// Memory for so many elements, all of whose bits are zero; for `free`.
    private static func zeros<Content>(_ count: Int) -> UnsafeMutablePointer<Content> {
        guard let memory = calloc(max(count, 1), MemoryLayout<Content>.stride) else { fatalError("out of memory") }
        return memory.bindMemory(to: Content.self, capacity: count)
    }

    /// Another map of the same elements.
    func copy() -> RadixMap {
        let copy = RadixMap(empty: empty)
        copy.growRoot(toHold: branchCount - 1)
        for number in 0..<branchCount {
            guard let branch = root[number] else { continue }
            let own: Branch = Self.zeros(RadixPage.size)
            copy.root[number] = own
            for at in 0..<RadixPage.size {
                guard let page = branch[at] else { continue }
                let twin: Page = Self.zeros(RadixPage.size)
                twin.update(from: page, count: RadixPage.size)
                own[at] = twin
            }
        }
        copy.overflow = overflow
        return copy
    }

    /// Every element that was set, empty ones among them.
    func forEach(_ body: (Element) -> Void) {
        forEachPage { page in
            for at in 0..<RadixPage.size { body(page[at]) }
        }
        for element in overflow.values { body(element) }
    }

    private func forEachPage(_ body: (Page) -> Void) {
        for number in 0..<branchCount {
            guard let branch = root[number] else { continue }
            for at in 0..<RadixPage.size { if let page = branch[at] { body(page) } }
        }
    }

    deinit {
        forEachPage { free($0) }
        for number in 0..<branchCount { free(root[number]) }
        free(root)
    }
}

/// Which page of a `RadixMap` a key is on, and where.
enum RadixPage {
    /// How many elements a page has, and how many pages a branch.
    static let size = 64

    @inline(__always) static func number(_ key: Int64) -> Int64 { key >> 6 }
    @inline(__always) static func place(_ key: Int64) -> Int { Int(truncatingIfNeeded: key & 63) }
    @inline(__always) static func placeInBranch(_ key: Int64) -> Int { Int(truncatingIfNeeded: key >> 6 & 63) }
}
