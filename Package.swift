// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "sundry",
    products: [
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "SundryKit", targets: ["SundryKit"]),
        .executable(name: "sundry", targets: ["sundry"]),
        .executable(name: "xcdatamodelc", targets: ["xcdatamodelc"]),
        .plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]),
    ],
    targets: [
        // The object-persistence stack.
        .systemLibrary(
            name: "CoreDataC", providers: [.apt(["libsqlite3-dev", "zlib1g-dev", "libmd-dev"])]),
        .target(name: "CoreDataSQLite", dependencies: ["CoreDataC"]),
        .target(name: "CoreData", dependencies: ["CoreDataSQLite", "CoreDataC"]),
        // The road from a model file to Swift classes.
        .target(name: "CoreDataModelCompiler", dependencies: ["CoreData"]),
        .executableTarget(name: "xcdatamodelc", dependencies: ["CoreDataModelCompiler"]),
        .plugin(
            name: "CoreDataModelPlugin", capability: .buildTool(), dependencies: ["xcdatamodelc"]),
        .testTarget(
            name: "ModelCompilerTests", dependencies: ["CoreDataModelCompiler", "CoreData", "CoreDataSQLite"],
            plugins: ["CoreDataModelPlugin"]),
        // The application.
        .target(name: "SundryC", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "SundryTerminal", dependencies: ["SundryC"]),
        .testTarget(name: "SundryTerminalTests", dependencies: ["SundryTerminal"]),
        .target(name: "SundryKit", dependencies: ["CoreData"], plugins: ["CoreDataModelPlugin"]),
        .testTarget(name: "SundryKitTests", dependencies: ["SundryKit", "CoreData", "CoreDataModelCompiler"]),
        .target(
            name: "SundryScreens", dependencies: ["SundryKit", "CoreData", "SundryTerminal"]),
        .testTarget(name: "SundryScreensTests", dependencies: ["SundryScreens"]),
        .executableTarget(
            name: "sundry", dependencies: ["SundryKit", "SundryScreens", "SundryC"]),
        // Ratios to C, and the application in a terminal.
        .target(name: "SundryBenchmarksC", dependencies: ["CoreDataC"]),
        .executableTarget(
            name: "SundryBenchmarks", dependencies: ["CoreData", "SundryKit", "SundryBenchmarksC"]),
        // The shapes of client code, as such code is: in Swift 5 mode.
        .executableTarget(
            name: "StacksExample", dependencies: ["CoreData"], path: "Sources/Examples/Stacks",
            swiftSettings: [.swiftLanguageMode(.v5)], plugins: ["CoreDataModelPlugin"]),
        .executableTarget(
            name: "HandWrittenExample", dependencies: ["CoreData"], path: "Sources/Examples/HandWritten",
            swiftSettings: [.swiftLanguageMode(.v5)], plugins: ["CoreDataModelPlugin"]),
        // What holds for the source as a whole.
        .testTarget(name: "ArchitectureTests"),
        .testTarget(name: "CoreDataSQLiteTests", dependencies: ["CoreDataSQLite", "CoreDataC"]),
        .target(name: "FaultyFiles", dependencies: ["CoreDataC"], path: "Tests/FaultyFiles"),
        .testTarget(
            name: "CoreDataTests", dependencies: ["CoreData", "CoreDataSQLite", "CoreDataC", "FaultyFiles"]),
        // A process of the tests that have several.
        .executableTarget(name: "StoreWorker", dependencies: ["CoreData"], path: "Tests/Worker"),
        // The built programs, in a terminal; any build with tests makes them. As dependencies they would be linked into the
        // tests, where xcdatamodelc, the plugin's tool, stands already.
        .testTarget(name: "EndToEndTests", dependencies: ["CoreDataC"]),
    ],
    swiftLanguageModes: [.v6]
)
