import Foundation

/// What the build must know of a mapping model before it is compiled.
struct MappingOnDisk {
    let url: URL

    var name: String { url.deletingPathExtension().lastPathComponent }

    /// The mapping model itself, by which the package manager knows it as handled, and its XML.
    var inputs: [URL] { [url, url.appending(path: "xcmapping.xml")] }

    /// The file that the compiler writes.
    var output: String {
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return ((plain.first.map(\.isNumber) ?? true) ? "_" : "") + plain + "Mapping.swift"
    }

    /// The mapping models under a folder.
    static func all(in folder: URL) -> [MappingOnDisk] {
        let keys: [URLResourceKey] = [.isDirectoryKey]
        guard let items = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys) else {
            return []
        }
        var found: [MappingOnDisk] = []
        for case let item as URL in items where item.pathExtension == "xcmappingmodel" {
            items.skipDescendants()
            found.append(MappingOnDisk(url: item))
        }
        return found.sorted { $0.url.path < $1.url.path }
    }
}
