extension Array where Element == NSManagedObject {
    /// Goes through the objects without counting a reference to each: this array holds them meanwhile.
    ///
    /// A save goes through its objects some ten times, and two counts cost as much as what is done with an object in most of these
    /// rounds.
    @inline(__always)
    func forEachHeld(from start: Int = 0, _ body: (NSManagedObject) throws -> Void) rethrows {
        try withExtendedLifetime(self) {
            try withUnsafeBytes { places in
                for at in start..<Swift.max(start, count) {
                    // An array of references is an array of addresses.
                    let object = places.load(fromByteOffset: at &* 8, as: Unmanaged<NSManagedObject>.self)
                    try object._withUnsafeGuaranteedRef(body)
                }
            }
        }
    }
}
