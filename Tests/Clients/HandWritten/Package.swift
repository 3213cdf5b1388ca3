// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "handwritten",
    dependencies: [.package(name: "sundry", path: "../../..")],
    targets: [
        .target(
            name: "Library", dependencies: [.product(name: "CoreData", package: "sundry")],
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "sundry")]),
        .executableTarget(name: "HandWritten", dependencies: ["Library"]),
    ]
)
