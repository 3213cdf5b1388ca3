#include "CoreDataC.h"

#include <time.h>

static int64_t monotonic_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int core_data_wait_for_lock(core_data_busy_wait *wait, int attempts) {
    int64_t now = monotonic_microseconds();
    if (attempts == 0) wait->started = now;
    if (now - wait->started >= wait->limit) return 0;
    // A writer of one row is done within a fraction of a millisecond; one of many rows is not worth asking often.
    int64_t pause = attempts < 8 ? 100 << attempts : 25000;
    pause = pause / 2 + (now * 2654435761 % (pause / 2 + 1));
    struct timespec time = {pause / 1000000, pause % 1000000 * 1000};
    nanosleep(&time, NULL);
    return 1;
}

static int wait_for_lock(void *wait, int attempts) { return core_data_wait_for_lock(wait, attempts); }

int core_data_set_busy_wait(sqlite3 *database, core_data_busy_wait *wait) {
    return sqlite3_busy_handler(database, wait_for_lock, wait);
}

