// The C libraries under the stack: SQLite, zlib (DEFLATE of the model cache), libmd (SHA-2 of version hashes); and eventfd, which
// Foundation does not bring.
//
// Headers alone: an object file of C below a plugin's tool makes the package manager compile all that stands on it twice, and
// once more with the next build though nothing has changed.
#ifndef CORE_DATA_C_H
#define CORE_DATA_C_H

#include <sqlite3.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <sha256.h>
#include <sha512.h>
#include <zlib.h>

// SQLite's destructor constants are casts, which Swift does not import.
static inline sqlite3_destructor_type _Nullable core_data_sqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type _Nullable core_data_sqlite_static(void) { return SQLITE_STATIC; }

// sqlite3_db_config takes its arguments as C does alone. The last connection to close would copy the log into the file.
static inline int core_data_sqlite_keep_log(sqlite3 *_Nonnull database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// While this is on, VACUUM leaves an empty database behind, whatever was in it.
static inline int core_data_sqlite_reset(sqlite3 *_Nonnull database, int on) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, on, (int *)0);
}

#endif
