/// A row of a list in eight bytes: its object's key, and the number of the object's home among those of the list.
struct RowHandle: Hashable {
    private let bits: Int64

    /// The key as the object has it: negative while it is unsaved.
    var key: Int64 { (bits << 16) >> 16 }
    var home: Int { Int(UInt64(bitPattern: bits) >> 48) }

    init(home: Int, key: Int64) {
        precondition(home < 1 << 16, "a list has objects of too many entities")
        precondition((key << 16) >> 16 == key, "a primary key is beyond 47 bits")
        bits = Int64(home) << 48 | (key & 0xFFFF_FFFF_FFFF)
    }

    /// A row out of a file, where homes had other numbers; nil where it can be none.
    init?(bits: Int64, homes: [Int: Int]) {
        let given = RowHandle(bits: bits)
        guard given.key > 0, let home = homes[given.home] else { return nil }
        self.init(home: home, key: given.key)
    }

    private init(bits: Int64) { self.bits = bits }

    /// Where the row belongs among rows that are sorted alike: the store takes the primary key, and an unsaved row, whose key
    /// will be the highest, comes last.
    var tie: Int64 { key >= 0 ? key : (1 << 48) - key }
}
