/// Who knows the objects and titles of sections.
protocol SectionSource: AnyObject {
    func objects(in range: Range<Int>) -> [Any]
    func indexTitle(forSectionName name: String) -> String?
}

/// A run of neighbouring rows with one section name.
final class FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    /// The offset of the first row; set anew after each change.
    var start = 0
    var numberOfObjects: Int
    private weak var source: (any SectionSource)?

    init(name: String, numberOfObjects: Int, source: (any SectionSource)?) {
        self.name = name
        self.numberOfObjects = numberOfObjects
        self.source = source
    }

    var range: Range<Int> { start..<start + numberOfObjects }
    var indexTitle: String? { source?.indexTitle(forSectionName: name) }
    var objects: [Any]? { numberOfObjects == 0 ? [] : source?.objects(in: range) }
}
