import Testing

/// A short run of each target that `make fuzz` takes, over mutants that are the same each time.
@Suite struct FuzzTests {
    static let targets = [PredicateFuzzing.target] + ArchiveFuzzing.targets + [ListFuzzing.target]

    @Test("Bytes from elsewhere, whatever they are, end no program", arguments: targets)
    func mutants(_ target: FuzzTarget) throws { try target.readMutants { Issue.record("\($0)") } }
}
