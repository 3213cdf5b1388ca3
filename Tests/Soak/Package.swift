// swift-tools-version: 6.1
import PackageDescription

// The random sequences of the object graph by themselves: they want an optimised build, and the package would build all its
// tests for it. `Sources` leads to those files of the tests that they need.
let package = Package(
    name: "soak",
    dependencies: [.package(name: "sundry", path: "../..")],
    targets: [
        .testTarget(
            name: "SoakTests", dependencies: [.product(name: "CoreData", package: "sundry")], path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
