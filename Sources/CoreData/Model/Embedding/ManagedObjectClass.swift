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
        if bare.contains(".") { return NSClassFromString(bare) as? NSManagedObject.Type ?? NSManagedObject.self }
        return NSClassFromString("\(mainModule).\(bare)") as? NSManagedObject.Type ?? NSManagedObject.self
    }

    /// The module name SwiftPM makes of the executable's name.
    private static let mainModule: String = {
        let name = ProcessInfo.processInfo.arguments.first.map { ($0 as NSString).lastPathComponent } ?? ""
        return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }()
}
