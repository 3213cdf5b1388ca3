import Testing

/// The package builds and reads the same on any machine.
@Suite struct PrivacyTests {
    @Test func `no file names a path of one machine`() throws {
        for file in try SourceTree("Sources", "Plugins", "Tests").files {
            for (number, line) in file.lines.enumerated() where line.contains("/") {
                #expect(
                    !line.contains(/["'\s(](\/home\/|\/root\/|\/work\/|\/Users\/)\w/),
                    "\(file.path):\(number + 1): \(line.trimmed)")
            }
        }
    }
}
