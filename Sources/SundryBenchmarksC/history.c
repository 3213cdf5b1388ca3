// The rows of persistent history: one ATRANSACTION a save, one ACHANGE an object, interned strings, keys from
// Z_PRIMARYKEY.
#include <string.h>
#include <time.h>

#include "store.h"

static int intern(baseline_store *store, const char *name, int64_t *key) {
    sqlite3_stmt *find = NULL, *add = NULL;
    int code = sqlite3_prepare_v2(
        store->database, "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", -1, &find, NULL);
    if (code) return code;
    sqlite3_bind_text(find, 1, name, -1, SQLITE_STATIC);
    int found = sqlite3_step(find) == SQLITE_ROW;
    if (found) *key = sqlite3_column_int64(find, 0);
    sqlite3_finalize(find);
    if (found) return SQLITE_OK;
    if ((code = read_max(store, ENTITY_STRING, key))) return code;
    *key += 1;
    if ((code = write_max(store, ENTITY_STRING, *key))) return code;
    code = sqlite3_prepare_v2(
        store->database, "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, 16003, 1, ?)", -1,
        &add, NULL);
    if (code) return code;
    sqlite3_bind_int64(add, 1, *key);
    sqlite3_bind_text(add, 2, name, -1, SQLITE_STATIC);
    code = run_statement(add);
    sqlite3_finalize(add);
    return code;
}

int history_prepare(baseline_store *store) {
    history_state *history = &store->history;
    int code = prepare_statement(store, &history->insert_transaction,
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP)"
        " VALUES (?, 16002, NULL, ?, ?, ?, ?)");
    if (code) return code;
    code = prepare_statement(store, &history->insert_change,
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
        " VALUES (?, 16001, NULL, ?, ?, ?, ?, ?)");
    if (code) return code;
    if ((code = intern(store, "benchmark", &history->author))) return code;
    if ((code = intern(store, "org.example.benchmark", &history->bundle))) return code;
    return intern(store, "SundryBenchmarks", &history->process);
}

int history_begin(baseline_store *store) {
    history_state *history = &store->history;
    int code = read_max(store, ENTITY_TRANSACTION, &history->transaction);
    if (code) return code;
    if ((code = read_max(store, ENTITY_CHANGE, &history->next_change))) return code;
    history->transaction += 1;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    sqlite3_stmt *insert = history->insert_transaction;
    sqlite3_bind_int64(insert, 1, history->transaction);
    sqlite3_bind_int64(insert, 2, history->author);
    sqlite3_bind_int64(insert, 3, history->bundle);
    sqlite3_bind_int64(insert, 4, history->process);
    sqlite3_bind_double(insert, 5, (double)now.tv_sec + now.tv_nsec / 1e9 - 978307200.0);
    return run_statement(insert);
}

static int change(baseline_store *store, int kind, int64_t entity, int64_t key, const unsigned char *columns) {
    history_state *history = &store->history;
    sqlite3_stmt *insert = history->insert_change;
    sqlite3_bind_int64(insert, 1, ++history->next_change);
    sqlite3_bind_int(insert, 2, kind);
    sqlite3_bind_int64(insert, 3, entity);
    sqlite3_bind_int64(insert, 4, key);
    sqlite3_bind_int64(insert, 5, history->transaction);
    if (columns) sqlite3_bind_blob(insert, 6, columns, 1, SQLITE_STATIC);
    else sqlite3_bind_null(insert, 6);
    return run_statement(insert);
}

int history_change(baseline_store *store, int kind, int64_t key) {
    // Slots: category, done, quantity, timestamp, title; an update writes quantity and title.
    static const unsigned char columns[] = {0x28};
    return change(store, kind, store->entity, key, kind == CHANGE_UPDATE ? columns : NULL);
}

int history_owner_change(baseline_store *store, int64_t key) {
    // No column of its own was written.
    static const unsigned char columns[] = {0};
    return change(store, CHANGE_UPDATE, store->owners.entity, key, columns);
}

int history_end(baseline_store *store) {
    int code = write_max(store, ENTITY_TRANSACTION, store->history.transaction);
    return code ? code : write_max(store, ENTITY_CHANGE, store->history.next_change);
}

void history_finalize(baseline_store *store) {
    sqlite3_finalize(store->history.insert_transaction);
    sqlite3_finalize(store->history.insert_change);
}
