#include "store.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

int prepare_statement(baseline_store *store, sqlite3_stmt **slot, const char *sql) {
    if (*slot) return SQLITE_OK;
    return sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
}

int run_statement(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    int reset = sqlite3_reset(statement);
    if (code == SQLITE_DONE || code == SQLITE_ROW) return SQLITE_OK;
    return reset != SQLITE_OK ? reset : code;
}

int read_max(baseline_store *store, int64_t entity, int64_t *max) {
    int code = prepare_statement(store, &store->read_max, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?");
    if (code) return code;
    sqlite3_bind_int64(store->read_max, 1, entity);
    code = sqlite3_step(store->read_max);
    if (code == SQLITE_ROW) *max = sqlite3_column_int64(store->read_max, 0);
    sqlite3_reset(store->read_max);
    return code == SQLITE_ROW ? SQLITE_OK : SQLITE_CORRUPT;
}

int write_max(baseline_store *store, int64_t entity, int64_t max) {
    int code = prepare_statement(store, &store->write_max, "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?");
    if (code) return code;
    sqlite3_bind_int64(store->write_max, 1, max);
    sqlite3_bind_int64(store->write_max, 2, entity);
    return run_statement(store->write_max);
}

static int read_entity(baseline_store *store, const char *name, int64_t *entity) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(
        store->database, "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", -1, &statement, NULL);
    if (code) return code;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    code = sqlite3_step(statement) == SQLITE_ROW ? SQLITE_OK : SQLITE_CORRUPT;
    if (code == SQLITE_OK) *entity = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code;
}

baseline_store *baseline_open(const char *path, int full_synchronous, int history) {
    baseline_store *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    store->has_history = history;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    const char *pragmas = full_synchronous
        ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536"
        : "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536";
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK
        || sqlite3_exec(store->database, pragmas, NULL, NULL, NULL) != SQLITE_OK
        || read_entity(store, "Item", &store->entity) != SQLITE_OK
        || read_entity(store, "Category", &store->owners.entity) != SQLITE_OK
        || (history && history_prepare(store) != SQLITE_OK)) {
        baseline_close(store);
        return NULL;
    }
    return store;
}

void baseline_close(baseline_store *store) {
    if (!store) return;
    sqlite3_stmt *statements[] = {store->begin, store->commit, store->rollback, store->read_max, store->write_max,
        store->insert, store->update, store->remove, store->fetch_all, store->fetch_newest, store->fetch_members,
        store->fetch_owners, store->owners.touch};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) sqlite3_finalize(statements[i]);
    history_finalize(store);
    sqlite3_close(store->database);
    free(store);
}

const char *baseline_message(const baseline_store *store) { return sqlite3_errmsg(store->database); }

int64_t baseline_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd) - sqlite3_memory_used();
}
