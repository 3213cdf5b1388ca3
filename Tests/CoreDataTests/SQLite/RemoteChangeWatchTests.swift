import Testing

@testable import CoreData

#if !THREAD_SANITIZER
    // In builds for the tool the mutex is CoreData's own.
    import Synchronization
#endif

@Suite("A watch of a store's file") struct RemoteChangeWatchTests {
    @Test("tells of a commit that shows only some time after its last write", .timeLimit(.minutes(15)))
    func late() async throws {
        // What a watch asks for: unchanged at first, at the second round after the write a new transaction.
        let answers = Mutex([6, 6])
        let (told, teller) = AsyncStream.makeStream(of: Int64.self)
        let watch = RemoteChangeWatch(
            newest: { answers.withLock { $0.isEmpty ? 7 : Int64($0.removeFirst()) } }, post: { teller.yield($0) })
        watch.signal()
        var numbers = told.makeAsyncIterator()
        #expect(await numbers.next() == 7)
        watch.close()
    }

    @Test("tells of a commit whose write was taken for that of another one", .timeLimit(.minutes(15)))
    func two() async throws {
        // Both have written when the first round finds one of them; the other shows later.
        let answers = Mutex([Int64(6), 7, 7])
        let (told, teller) = AsyncStream.makeStream(of: Int64.self)
        let watch = RemoteChangeWatch(
            waits: [1], newest: { answers.withLock { $0.isEmpty ? 8 : $0.removeFirst() } }, post: { teller.yield($0) })
        watch.signal()
        var numbers = told.makeAsyncIterator()
        #expect(await numbers.next() == 7)
        #expect(await numbers.next() == 8)
        watch.close()
    }

    @Test("does not wait for a late round when something new is written", .timeLimit(.minutes(15)))
    func hastened() async throws {
        // The second round would come in an hour.
        let number = Mutex(Int64(6))
        let (rounds, counter) = AsyncStream.makeStream(of: Void.self)
        let (told, teller) = AsyncStream.makeStream(of: Int64.self)
        let watch = RemoteChangeWatch(
            waits: [1, 3_600_000],
            newest: {
                counter.yield()
                return number.withLock { $0 }
            }, post: { teller.yield($0) })
        var heard = rounds.makeAsyncIterator()
        _ = await heard.next()
        watch.signal()
        _ = await heard.next()
        number.withLock { $0 = 7 }
        watch.signal()
        var numbers = told.makeAsyncIterator()
        #expect(await numbers.next() == 7)
        watch.close()
    }

    @Test("looks again at least each 100 ms while a disk may be writing, and only then ever later")
    func waits() {
        let waits = RemoteChangeWatch.standardWaits
        var (passed, last) = (0, 0)
        for wait in waits {
            if passed < 2_000 { #expect(wait < 100) }
            #expect(wait >= last)
            (passed, last) = (passed + wait, wait)
        }
        #expect((25_000...40_000).contains(passed))
    }

    @Test("rests when nothing new shows in the end", .timeLimit(.minutes(15)))
    func rests() async throws {
        let asked = Mutex(0)
        let (rounds, counter) = AsyncStream.makeStream(of: Int.self)
        let watch = RemoteChangeWatch(
            waits: [1, 1, 2, 2, 4],
            newest: {
                counter.yield(
                    asked.withLock { asked in
                        asked += 1
                        return asked
                    })
                return 6
            }, post: { _ in Issue.record("nothing was written") })
        var heard = rounds.makeAsyncIterator()
        // Once as it is made, then in each round; the queue is asked for no more after the fifth.
        watch.signal()
        for number in 1...6 { #expect(await heard.next() == number) }
        watch.whenIdle { counter.finish() }
        #expect(await heard.next() == nil)
        watch.close()
    }
}
