/// From the name of a class, with its module, to the class.
enum ClassNames {
    /// A class of its module, or one that stands in other types: `Module.Outer.Inner`. `NSClassFromString` knows the first
    /// alone, and ends the program where it is given a name of another form.
    static func named(_ name: String) -> AnyClass? {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count > 1, parts.count < 6, name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return parts.count == 2 ? NSClassFromString(name) : nil
        }
        var outer = ["\(parts[0].utf8.count)\(parts[0])"]
        for part in parts.dropFirst().dropLast() {
            // Structure, enumeration or class: the name does not say.
            outer = outer.flatMap { prefix in ["V", "O", "C"].map { "\(prefix)\(part.utf8.count)\(part)\($0)" } }
        }
        let last = parts[parts.count - 1]
        return outer.lazy.compactMap { _typeByName("\($0)\(last.utf8.count)\(last)C") as? AnyClass }.first
    }
}
