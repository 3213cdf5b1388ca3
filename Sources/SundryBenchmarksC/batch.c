// What a batch request does: many rows by one program, without versions to compare and without owners to tell.
#include "store.h"

static int finish(baseline_store *store, int code, int64_t count, int64_t *result) {
    if (!code) code = sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL);
    if (code) sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    *result = code ? -code : count;
    return code;
}

static int begin(baseline_store *store) {
    int code = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    return code || !store->has_history ? code : history_begin(store);
}

int64_t baseline_batch_insert(baseline_store *store, const baseline_item *rows, int64_t count) {
    sqlite3_stmt *insert = NULL;
    int64_t max = 0, result = 0;
    int code = sqlite3_prepare_v2(store->database,
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZDONE, ZQUANTITY, ZTIMESTAMP, ZTITLE) VALUES (?, ?, 1, ?, ?, ?, ?)",
        -1, &insert, NULL);
    if (!code) code = begin(store);
    if (!code) code = read_max(store, store->entity, &max);
    for (int64_t i = 0; i < count && !code; i++) {
        sqlite3_bind_int64(insert, 1, ++max);
        sqlite3_bind_int64(insert, 2, store->entity);
        sqlite3_bind_int64(insert, 3, rows[i].done);
        sqlite3_bind_int64(insert, 4, rows[i].quantity);
        sqlite3_bind_double(insert, 5, rows[i].timestamp);
        sqlite3_bind_text(insert, 6, rows[i].title, -1, SQLITE_STATIC);
        code = run_statement(insert);
        if (!code && store->has_history) code = history_change(store, CHANGE_INSERT, max);
    }
    sqlite3_finalize(insert);
    if (!code) code = write_max(store, store->entity, max);
    if (!code && store->has_history) code = history_end(store);
    finish(store, code, count, &result);
    return result;
}

// Records the rows that a statement finds, then changes them by another.
static int64_t change(
    baseline_store *store, int kind, const char *find, const char *text, double before, const char *title
) {
    sqlite3_stmt *keys = NULL, *statement = NULL;
    int64_t result = 0;
    int code = begin(store);
    if (!code && store->has_history) {
        code = sqlite3_prepare_v2(store->database, find, -1, &keys, NULL);
        if (!code) sqlite3_bind_double(keys, 1, before);
        while (!code && sqlite3_step(keys) == SQLITE_ROW)
            code = history_change(store, kind, sqlite3_column_int64(keys, 0));
        sqlite3_finalize(keys);
    }
    if (!code) code = sqlite3_prepare_v2(store->database, text, -1, &statement, NULL);
    if (!code) {
        sqlite3_bind_double(statement, 1, before);
        if (title) sqlite3_bind_text(statement, 2, title, -1, SQLITE_STATIC);
        code = run_statement(statement);
    }
    sqlite3_finalize(statement);
    int64_t count = sqlite3_changes(store->database);
    if (!code && store->has_history) code = history_end(store);
    finish(store, code, count, &result);
    return result;
}

int64_t baseline_batch_update(baseline_store *store, double before, const char *title) {
    return change(store, CHANGE_UPDATE, "SELECT Z_PK FROM ZITEM WHERE ZTIMESTAMP < ?1 ORDER BY Z_PK",
        "UPDATE ZITEM SET Z_OPT = Z_OPT + 1, ZQUANTITY = ZQUANTITY + 1, ZTITLE = ?2 WHERE ZTIMESTAMP < ?1",
        before, title);
}

int64_t baseline_batch_delete(baseline_store *store, double before) {
    return change(store, CHANGE_DELETE, "SELECT Z_PK FROM ZITEM WHERE ZTIMESTAMP < ?1 ORDER BY Z_PK",
        "DELETE FROM ZITEM WHERE ZTIMESTAMP < ?1", before, NULL);
}
