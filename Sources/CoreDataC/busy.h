// How a connection waits for another one's lock; SQLite's own busy timeout starts with whole milliseconds, and without usleep
// waits whole seconds.
#ifndef CORE_DATA_BUSY_H
#define CORE_DATA_BUSY_H

#include <sqlite3.h>
#include <stdint.h>
#include <time.h>

typedef struct core_data_busy_wait {
    int64_t limit;   // microseconds
    int64_t started;
} core_data_busy_wait;

// Pauses after that many attempts at a lock; answers 0 where the limit is reached.
static inline int core_data_wait_for_lock(core_data_busy_wait *_Nonnull wait, int attempts) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
    if (attempts == 0) wait->started = now;
    if (now - wait->started >= wait->limit) return 0;
    // A writer of one row is done within a fraction of a millisecond; one of many rows is not worth asking often.
    int64_t pause = attempts < 8 ? 100 << attempts : 25000;
    pause = pause / 2 + (now * 2654435761 % (pause / 2 + 1));
    time.tv_sec = pause / 1000000;
    time.tv_nsec = pause % 1000000 * 1000;
    nanosleep(&time, NULL);
    return 1;
}

static inline int core_data_busy_handler(void *_Nullable wait, int attempts) {
    return core_data_wait_for_lock((core_data_busy_wait *_Nonnull)wait, attempts);
}

// `wait` must outlive the connection.
static inline int core_data_set_busy_wait(sqlite3 *_Nonnull database, core_data_busy_wait *_Nonnull wait) {
    return sqlite3_busy_handler(database, core_data_busy_handler, wait);
}

#endif
