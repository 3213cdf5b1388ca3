import Synchronization

/// From the name of a class in a model to the class.
enum ManagedObjectClass {
    /// `NSManagedObject` where there is no such class, as Apple's framework does.
    ///
    /// A name is looked for among the classes of embedded models, then as `Module.Class`; without a module it is looked for in
    /// the module of the executable (what Xcode calls the current product module, and writes as `.Class`).
    static func named(_ name: String) -> NSManagedObject.Type {
        guard name != "NSManagedObject" else { return NSManagedObject.self }
        let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
        if let found = EmbeddedModels.managedObjectClass(named: bare) { return found }
        return found(bare.utf8.contains(UInt8(ascii: ".")) ? bare : "\(mainModule).\(bare)") ?? NSManagedObject.self
    }

    /// Classes found before: the run time forgets none, and takes a name apart each time it is asked.
    private static let known = Mutex<[String: NSManagedObject.Type]>([:])

    private static func found(_ name: String) -> NSManagedObject.Type? {
        if let known = known.withLock({ $0[name] }) { return known }
        let found = lookedUp(name)
        if let found { known.withLock { $0[name] = found } }
        return found
    }

    /// The class of that name with its module. `NSClassFromString` comes to the same, but takes the name apart with locales.
    private static func lookedUp(_ name: String) -> NSManagedObject.Type? {
        let text = name.utf8
        guard text.allSatisfy({ $0 < 0x80 }), let dot = text.firstIndex(of: UInt8(ascii: ".")) else {
            return NSClassFromString(name) as? NSManagedObject.Type
        }
        let (module, last) = (name[..<dot], name[text.index(after: dot)...])
        guard !last.utf8.contains(UInt8(ascii: ".")) else { return NSClassFromString(name) as? NSManagedObject.Type }
        return _typeByName("\(module.utf8.count)\(module)\(last.utf8.count)\(last)C") as? NSManagedObject.Type
    }

    /// The module name SwiftPM makes of the executable's name.
    static let mainModule: String = {
        let name = ProcessInfo.processInfo.arguments.first.map { ($0 as NSString).lastPathComponent } ?? ""
        return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }()
}
