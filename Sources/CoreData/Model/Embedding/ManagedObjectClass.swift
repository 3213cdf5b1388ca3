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
        return found(bare.contains(".") ? bare : "\(mainModule).\(bare)") ?? NSManagedObject.self
    }

    /// The class of that name with its module. `NSClassFromString` comes to the same, but takes the name apart with locales.
    private static func found(_ name: String) -> NSManagedObject.Type? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let module = parts.first, let last = parts.last, name.utf8.allSatisfy({ $0 < 0x80 })
        else {
            return NSClassFromString(name) as? NSManagedObject.Type
        }
        return _typeByName("\(module.utf8.count)\(module)\(last.utf8.count)\(last)C") as? NSManagedObject.Type
    }

    /// The module name SwiftPM makes of the executable's name.
    private static let mainModule: String = {
        let name = ProcessInfo.processInfo.arguments.first.map { ($0 as NSString).lastPathComponent } ?? ""
        return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }()
}
