// What the index of a write-ahead log says, which all connections to the database share as memory
// (https://www.sqlite.org/walformat.html, section 2.1).
#ifndef CORE_DATA_LOG_H
#define CORE_DATA_LOG_H

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

#define CORE_DATA_LOG_STATE 24

// Writes the part of the index's head that is the same for as long as the database is: number of frames, number of pages, checksum of
// the last frame, salts of the log. Answers the number of frames, or -1 where there is no index, or somebody was just writing it.
// To be called with a connection that has read in WAL mode: another one would make an index.
static inline int64_t core_data_sqlite_log_state(sqlite3 *_Nonnull database, uint8_t *_Nonnull state) {
    sqlite3_file *file = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (!file || !file->pMethods || file->pMethods->iVersion < 2) return -1;
    void volatile *region = 0;
    // The size of the index's pieces is that of SQLite's own.
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region) return -1;
    // The head is there twice: a writer writes the second one first.
    uint32_t first[12], second[12];
    memcpy(first, (const void *)region, sizeof first);
    file->pMethods->xShmBarrier(file);
    memcpy(second, (const char *)region + sizeof first, sizeof second);
    if (memcmp(first, second, sizeof first) != 0 || first[0] != 3007000) return -1;
    memcpy(state, first + 4, CORE_DATA_LOG_STATE);
    return first[4];
}

#endif
