// The C libraries under the stack: SQLite, zlib (DEFLATE of the model cache), libmd (SHA-2 of version hashes).
#ifndef CORE_DATA_C_H
#define CORE_DATA_C_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sha256.h>
#include <sha512.h>
#include <zlib.h>

// SQLite's destructor constants are casts, which Swift does not import.
static inline sqlite3_destructor_type _Nullable core_data_sqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type _Nullable core_data_sqlite_static(void) { return SQLITE_STATIC; }

// The Swift runtime's weak-reference step: retains the object and answers it, or answers NULL if it is being destroyed.
// The object's memory must still be there, which the caller's lock guarantees.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

// Counts references to an object up or down by many in one step. Called through C, as the Swift compiler takes its runtime's
// functions of these names for its own.
void core_data_retain(void *_Nonnull object, uint32_t count);
void core_data_release(void *_Nonnull object, uint32_t count);

// How long a connection waits for another one's lock; SQLite's own busy timeout starts with whole milliseconds, and without
// usleep waits whole seconds.
typedef struct core_data_busy_wait {
    int64_t limit;   // microseconds
    int64_t started;
} core_data_busy_wait;

// Pauses after that many attempts at a lock; answers 0 where the limit is reached.
int core_data_wait_for_lock(core_data_busy_wait *_Nonnull wait, int attempts);

// `wait` must outlive the connection.
int core_data_set_busy_wait(sqlite3 *_Nonnull database, core_data_busy_wait *_Nonnull wait);

// Calls `body` with the conformance records of each image that holds Swift code: offsets of 4 bytes, and how many.
void core_data_each_conformance_section(
    void (*_Nonnull body)(const int32_t *_Nonnull offsets, ptrdiff_t count, void *_Nullable context),
    void *_Nullable context);

// The metadata of the type a descriptor describes; NULL for a generic type, which has none of its own.
const void *_Nullable core_data_type_metadata(const void *_Nonnull descriptor);

#endif
