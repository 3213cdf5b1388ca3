import Foundation

// Runs one shape of client code, or all of them: the ways in which programs on a Mac set up and use their stack.
let shapes: [(name: String, run: () throws -> Void)] = [
    ("lazy-container", LazyContainerShape.run),
    ("persistence-controller", PersistenceControllerShape.run),
    ("live-items", LiveItemsShape.run),
    ("by-hand", StackByHandShape.run),
    ("container-subclass", ContainerSubclassShape.run),
    ("injected", InjectedShape.run),
    ("merge-policies", MergePoliciesShape.run),
    ("awaited", AwaitedShape.run),
    ("deferred", DeferredShape.run),
    ("migration", MigrationShape.run),
]

let wanted = CommandLine.arguments.dropFirst()
for shape in shapes where wanted.isEmpty || wanted.contains(shape.name) {
    do {
        try shape.run()
        print("\(shape.name): ok")
    } catch {
        print("\(shape.name): \(error)")
        exit(1)
    }
}

/// What a shape expected and did not see.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
}

/// Throws when something is not as the shape's author would see it on a Mac.
func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
    if !isTrue { throw Unexpected(description: "not so: \(what())") }
}

/// A folder that is removed when the body is done.
func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stacks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}

/// Serves the main queue until the task is done, as a program's main loop does.
func serveMainQueue(until task: @escaping @MainActor () async throws -> Void) throws {
    var outcome: Result<Void, Error>?
    Task { @MainActor in
        do {
            try await task()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
    }
    while outcome == nil { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05)) }
    try outcome?.get()
}
