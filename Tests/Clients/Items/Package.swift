// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "items",
    dependencies: [.package(name: "sundry", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Items", dependencies: [.product(name: "CoreData", package: "sundry")],
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "sundry")])
    ]
)
