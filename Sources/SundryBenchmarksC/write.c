#include "store.h"

typedef int (*write_row)(baseline_store *store, baseline_item *item);

static int begin(baseline_store *store) {
    int code = prepare_statement(store, &store->begin, "BEGIN IMMEDIATE");
    if (!code) code = prepare_statement(store, &store->commit, "COMMIT");
    if (!code) code = prepare_statement(store, &store->rollback, "ROLLBACK");
    if (!code) code = run_statement(store->begin);
    return code;
}

// A row that another writer has changed is not written.
static int expect_one_row(baseline_store *store, sqlite3_stmt *statement) {
    int code = run_statement(statement);
    if (code) return code;
    return sqlite3_changes(store->database) == 1 ? SQLITE_OK : SQLITE_CONSTRAINT;
}

static int insert_row(baseline_store *store, baseline_item *item) {
    sqlite3_stmt *insert = store->insert;
    sqlite3_bind_int64(insert, 1, item->key);
    sqlite3_bind_int64(insert, 2, store->entity);
    sqlite3_bind_int64(insert, 3, item->done);
    sqlite3_bind_int64(insert, 4, item->quantity);
    if (item->category) sqlite3_bind_int64(insert, 5, item->category);
    else sqlite3_bind_null(insert, 5);
    sqlite3_bind_double(insert, 6, item->timestamp);
    sqlite3_bind_text(insert, 7, item->title, -1, SQLITE_STATIC);
    return run_statement(insert);
}

static int update_row(baseline_store *store, baseline_item *item) {
    sqlite3_stmt *update = store->update;
    sqlite3_bind_int64(update, 1, item->version + 1);
    sqlite3_bind_int64(update, 2, item->quantity);
    sqlite3_bind_text(update, 3, item->title, -1, SQLITE_STATIC);
    sqlite3_bind_int64(update, 4, item->key);
    sqlite3_bind_int64(update, 5, item->version);
    int code = expect_one_row(store, update);
    if (!code) item->version += 1;
    return code;
}

static int delete_row(baseline_store *store, baseline_item *item) {
    sqlite3_bind_int64(store->remove, 1, item->key);
    sqlite3_bind_int64(store->remove, 2, item->version);
    return expect_one_row(store, store->remove);
}

static int prepare_owners(baseline_store *store) {
    owner_state *owners = &store->owners;
    if (owners->touch) return SQLITE_OK;
    sqlite3_stmt *read = NULL;
    int code = sqlite3_prepare_v2(store->database, "SELECT Z_PK, Z_OPT FROM ZCATEGORY", -1, &read, NULL);
    if (code) return code;
    while (sqlite3_step(read) == SQLITE_ROW) {
        int64_t key = sqlite3_column_int64(read, 0);
        if (key < OWNER_LIMIT) owners->versions[key] = sqlite3_column_int64(read, 1);
    }
    sqlite3_finalize(read);
    return prepare_statement(store, &owners->touch, "UPDATE ZCATEGORY SET Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?");
}

// Raises the versions of the categories whose items came or went.
static int touch_owners(baseline_store *store) {
    owner_state *owners = &store->owners;
    int code = SQLITE_OK;
    for (int64_t key = 1; key < OWNER_LIMIT && !code; key++) {
        if (!owners->is_touched[key]) continue;
        owners->is_touched[key] = 0;
        sqlite3_bind_int64(owners->touch, 1, owners->versions[key] + 1);
        sqlite3_bind_int64(owners->touch, 2, key);
        sqlite3_bind_int64(owners->touch, 3, owners->versions[key]);
        code = expect_one_row(store, owners->touch);
        owners->versions[key] += 1;
        if (!code && store->has_history) code = history_owner_change(store, key);
    }
    return code;
}

// The rows and their history, inside an open transaction.
static int write_rows(baseline_store *store, int kind, write_row row, baseline_item *rows, int64_t count) {
    int code = store->has_history ? history_begin(store) : SQLITE_OK;
    if (!code && kind != CHANGE_UPDATE) code = prepare_owners(store);
    for (int64_t i = 0; i < count && !code; i++) {
        code = row(store, &rows[i]);
        if (!code && store->has_history) code = history_change(store, kind, rows[i].key);
        if (kind != CHANGE_UPDATE) store->owners.is_touched[rows[i].category % OWNER_LIMIT] = 1;
    }
    if (!code && kind != CHANGE_UPDATE) code = touch_owners(store);
    if (!code && store->has_history) code = history_end(store);
    return code;
}

static int64_t finish(baseline_store *store, int code, int64_t count) {
    if (!code) code = run_statement(store->commit);
    if (!code) return count;
    run_statement(store->rollback);
    return -code;
}

int64_t baseline_insert(baseline_store *store, const baseline_items *items) {
    int code = prepare_statement(store, &store->insert,
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZDONE, ZQUANTITY, ZCATEGORY, ZTIMESTAMP, ZTITLE)"
        " VALUES (?, ?, 1, ?, ?, ?, ?, ?)");
    if (!code) code = begin(store);
    if (code) return -code;
    int64_t max = 0;
    code = read_max(store, store->entity, &max);
    for (int64_t i = 0; i < items->count; i++) {
        items->rows[i].key = ++max;
        items->rows[i].version = 1;
    }
    if (!code) code = write_rows(store, CHANGE_INSERT, insert_row, items->rows, items->count);
    if (!code) code = write_max(store, store->entity, max);
    return finish(store, code, items->count);
}

int64_t baseline_insert_each(baseline_store *store, const baseline_items *items) {
    for (int64_t i = 0; i < items->count; i++) {
        baseline_items one = {&items->rows[i], 1, 1};
        int64_t result = baseline_insert(store, &one);
        if (result < 0) return result;
    }
    return items->count;
}

int64_t baseline_update(baseline_store *store, baseline_items *items) {
    int code = prepare_statement(store, &store->update,
        "UPDATE ZITEM SET Z_OPT = ?, ZQUANTITY = ?, ZTITLE = ? WHERE Z_PK = ? AND Z_OPT = ?");
    if (!code) code = begin(store);
    if (code) return -code;
    code = write_rows(store, CHANGE_UPDATE, update_row, items->rows, items->count);
    return finish(store, code, items->count);
}

int64_t baseline_delete(baseline_store *store, const baseline_items *items) {
    int code = prepare_statement(store, &store->remove, "DELETE FROM ZITEM WHERE Z_PK = ? AND Z_OPT = ?");
    if (!code) code = begin(store);
    if (code) return -code;
    code = write_rows(store, CHANGE_DELETE, delete_row, items->rows, items->count);
    return finish(store, code, items->count);
}
