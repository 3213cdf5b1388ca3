import CoreData
import Foundation

extension Notification.Name {
    static let storesAreLoaded = Notification.Name("StacksStoresAreLoaded")
}

/// A stack that loads when it is told to; those who come earlier wait.
@MainActor
final class DeferredStack {
    let container = NSPersistentContainer(name: "Items")
    private(set) var isLoaded = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init() {
        container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
        container.persistentStoreDescriptions.first!.shouldAddStoreAsynchronously = true
    }

    func load() {
        container.loadPersistentStores { _, error in
            if let error { fatalError("Unresolved error \(error)") }
            DispatchQueue.main.async { self.finish() }
        }
    }

    func loaded() async {
        if isLoaded { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    private func finish() {
        isLoaded = true
        NotificationCenter.default.post(name: .storesAreLoaded, object: self)
        waiters.forEach { $0.resume() }
        waiters = []
    }
}

/// Remembers what was posted; read and written on the main thread alone.
final class NotificationLog: @unchecked Sendable {
    var names: [Notification.Name] = []
}

enum DeferredShape {
    static func run() throws {
        let posted = NotificationLog()
        let token = NotificationCenter.default.addObserver(forName: .storesAreLoaded, object: nil, queue: nil) {
            posted.names.append($0.name)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try serveMainQueue {
            let stack = DeferredStack()
            async let first: Void = stack.loaded()
            async let second: Void = stack.loaded()
            stack.load()
            _ = await (first, second)
            try expect(stack.isLoaded, "the waiters are called when the store is there")
            Item(context: stack.container.viewContext).timestamp = Date()
            try stack.container.viewContext.save()
        }
        try expect(posted.names == [.storesAreLoaded], "the notification came once")
    }
}
