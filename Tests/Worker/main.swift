import CoreData
import Foundation

// A process of the tests with many processes: works on a store as any program would, and writes down what it did.
//
//     prepare STORE              | makes a store with boxes and a counter
//     storm STORE LOG SEED       | edits until it is asked to stop (SIGTERM); then, once the others have (SIGUSR1), compares
//                                | what its controller shows with what a fresh fetch finds
//     listen STORE LOG           | tells of each NSPersistentStoreRemoteChange, to two coordinators
//     save STORE LOG COUNT       | saves, and tells when it was done
//     examine STORE              | what is wrong with the store

let arguments = CommandLine.arguments
let store = URL(fileURLWithPath: arguments[2])

switch arguments[1] {
case "prepare": try prepare(store)
case "storm":
    let storm = try Storm(store, Log(arguments[3]), seed: UInt64(arguments[4]) ?? 0)
    storm.run()
case "listen":
    let listener = try Listener(store, Log(arguments[3]))
    withExtendedLifetime(listener) { dispatchMain() }
case "save": try save(store, Log(arguments[3]), count: Int(arguments[4]) ?? 1)
case "examine":
    for finding in try NSPersistentStoreCoordinator.examinePersistentStore(at: store, model: StormModel.make()) {
        print(finding)
    }
default: exit(2)
}
