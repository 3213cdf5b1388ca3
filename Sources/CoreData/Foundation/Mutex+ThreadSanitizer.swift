#if THREAD_SANITIZER
    /// The standard library's mutex, made of one that the thread sanitizer knows.
    ///
    /// It locks inside the library, which is not instrumented: whatever it guards the tool takes for a race. Under the same name
    /// in this module, this one takes its place in builds for the tool, and what races there races anywhere.
    struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        // Sendable: the value is reached under the lock.
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        init(_ initialValue: consuming sending Value) {
            lock = .allocate(capacity: 1)
            pthread_mutex_init(lock, nil)
            value = .allocate(capacity: 1)
            value.initialize(to: initialValue)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
#endif
