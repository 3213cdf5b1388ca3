// swift-tools-version: 6.1
import PackageDescription

// The random sequences of the object graph by themselves: they want an optimised build, and the package would build all its
// tests for it.
let package = Package(
    name: "soak",
    dependencies: [.package(name: "sundry", path: "../..")],
    targets: [
        .testTarget(
            name: "SoakTests", dependencies: [.product(name: "CoreData", package: "sundry")], path: "CoreDataTests",
            sources: [
                "Property", "Support/SeededNumbers.swift", "Support/Shop.swift", "Support/ShopStack.swift",
                "Model/SampleModel.swift",
            ])
    ],
    swiftLanguageModes: [.v6]
)
