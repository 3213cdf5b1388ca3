extension NSManagedObjectModel {
    /// The model as the content of a `.mom` file, in the form that Xcode's compiler writes.
    ///
    /// - Note: Differs from Apple: there only the tools of Xcode write compiled models.
    public final func compiledData() -> Data { ModelEncoder.encode(self, as: .compiled) }

    /// Writes versions of a model as a `.momd` bundle, in place of whatever is at `url`.
    ///
    /// - Note: Differs from Apple: there only the tools of Xcode write compiled models.
    /// - Throws: An error of the file system; what was at `url` is still there then.
    public static func writeVersions(
        _ versions: [(name: String, model: NSManagedObjectModel)], current: String, to url: URL
    ) throws {
        try ModelBundle.write(versions, current: current, to: url)
    }
}
