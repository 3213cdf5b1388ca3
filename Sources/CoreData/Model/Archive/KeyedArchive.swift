/// A keyed archive as it lies in the file: a table of objects that refer to each other by number (`UID`).
///
/// | key | |
/// |---|---|
/// | `$archiver`, `$version` | `NSKeyedArchiver`, 100000 |
/// | `$top` | `root`: the number of the archived object |
/// | `$objects` | 0 is `$null`; a string, number or data stands for itself; an object is a dictionary with `$class` |
///
/// Foundation's unarchiver makes an object by an initialiser that has to be through before anything can refer to it; a model
/// is full of circles (an entity and its properties, two inverse relationships), so models are read from the table.
struct KeyedArchive {
    let objects: [PropertyListNode]
    let root: Int
    /// How many bytes it takes, each of which refers to one object at most.
    let size: Int

    init(_ data: Data) throws {
        let list = try BinaryPropertyListReader.read(data)
        guard list["$archiver"]?.string == "NSKeyedArchiver", let objects = list["$objects"]?.array,
            case .dictionary(let top)? = list["$top"], let root = (top["root"] ?? top.first?.value)?.uid
        else { throw BinaryPropertyListReader.Malformed() }
        self.objects = objects
        self.root = root
        size = data.count
    }

    /// The object a reference leads to, nil for `$null` and for what is no reference.
    func object(_ reference: PropertyListNode?) -> PropertyListNode? {
        guard let reference else { return nil }
        guard case .uid(let uid) = reference else { return reference }
        guard uid > 0, uid < objects.count else { return nil }
        return objects[uid]
    }

    /// The class of an object, nil for one that stands for itself.
    func className(_ object: PropertyListNode) -> String? {
        self.object(object["$class"])?["$classname"]?.string
    }

    /// A text: as such, or archived as a mutable string.
    func string(_ reference: PropertyListNode?) -> String? {
        guard let object = object(reference) else { return nil }
        return object.string ?? object["NS.string"].flatMap { self.object($0) }?.string
    }

    /// The references in an archived array, set or ordered set.
    func elements(_ reference: PropertyListNode?) -> [PropertyListNode] {
        object(reference)?["NS.objects"]?.array ?? []
    }

    /// The references in an archived dictionary with names as keys, in the order of the archive.
    ///
    /// A model cache holds the entities in the form that Apple's fetch results have too: values beside a table of keys,
    /// with a token where there is no value.
    func members(_ reference: PropertyListNode?) -> [(name: String, value: PropertyListNode)] {
        guard let object = object(reference) else { return [] }
        if let mapping = self.object(object["searchMapping"]) {
            let token = self.object(object["emptyToken"])
            let keys = elements(mapping["keys"]).map { string($0) ?? "" }
            return zip(keys, elements(object["values"])).filter { self.object($1) != token }.map { ($0, $1) }
        }
        guard let keys = object["NS.keys"]?.array, let values = object["NS.objects"]?.array else { return [] }
        return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
    }
}
