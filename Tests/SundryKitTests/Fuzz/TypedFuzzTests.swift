import Foundation
import Testing

/// A short run of each target that `make fuzz` takes, over mutants that are the same each time.
@Suite struct TypedFuzzTests {
    @Test("What is typed, imported or kept, whatever it is, ends no program", arguments: TypedFuzzing.targets)
    func mutants(_ target: FuzzTarget) throws { try target.readMutants { Issue.record("\($0)") } }
}
