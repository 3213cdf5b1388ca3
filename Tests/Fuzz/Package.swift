// swift-tools-version: 6.1
import PackageDescription

// What reads bytes from elsewhere, under libFuzzer, which brings a `main` of its own and wants every module built for it.
// `Sources` leads to those files of the tests that say what is read.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "sundry", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "CoreData", package: "sundry"), .product(name: "SundryKit", package: "sundry"),
            ],
            path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
