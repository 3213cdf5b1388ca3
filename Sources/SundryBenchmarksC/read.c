#include "items.h"
#include "store.h"

#include <stdio.h>
#include <stdlib.h>

#define COLUMNS "SELECT Z_PK, Z_OPT, ZDONE, ZQUANTITY, ZCATEGORY, ZTIMESTAMP, ZTITLE FROM ZITEM"

static int64_t read_rows(sqlite3_stmt *statement, baseline_items *into) {
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        baseline_item *item = append_item(into);
        if (!item) { code = SQLITE_NOMEM; break; }
        item->key = sqlite3_column_int64(statement, 0);
        item->version = sqlite3_column_int64(statement, 1);
        item->done = sqlite3_column_int64(statement, 2);
        item->quantity = sqlite3_column_int64(statement, 3);
        item->category = sqlite3_column_int64(statement, 4);
        item->timestamp = sqlite3_column_double(statement, 5);
        const char *text = (const char *)sqlite3_column_text(statement, 6);
        item->title = text ? copy_text(text, (size_t)sqlite3_column_bytes(statement, 6)) : NULL;
    }
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? into->count : -code;
}

// One number from one statement; a negative code when the file does not have what is asked for.
static int64_t read_number(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    if (code) return -code;
    code = sqlite3_step(statement);
    int64_t number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -code;
    sqlite3_finalize(statement);
    return number;
}

int64_t baseline_fetch_all(baseline_store *store, baseline_items *into) {
    int code = prepare_statement(store, &store->fetch_all, COLUMNS);
    return code ? -code : read_rows(store->fetch_all, into);
}

int64_t baseline_fetch_newest(baseline_store *store, int64_t limit, baseline_items *into) {
    int code = prepare_statement(store, &store->fetch_newest, COLUMNS " ORDER BY ZTIMESTAMP DESC LIMIT ?");
    if (code) return -code;
    sqlite3_bind_int64(store->fetch_newest, 1, limit);
    return read_rows(store->fetch_newest, into);
}

int64_t baseline_fetch_sorted(baseline_store *store, const char *order, baseline_items *into) {
    char sql[256];
    snprintf(sql, sizeof sql, COLUMNS " ORDER BY %s", order);
    sqlite3_stmt *statement = NULL;
    int code = prepare_statement(store, &statement, sql);
    int64_t count = code ? -code : read_rows(statement, into);
    sqlite3_finalize(statement);
    return count;
}

int64_t baseline_count(baseline_store *store, const char *condition) {
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM ZITEM WHERE %s", condition);
    return read_number(store->database, sql);
}

int64_t baseline_fetch_members(baseline_store *store, int64_t category, baseline_items *into) {
    int code = prepare_statement(store, &store->fetch_members, COLUMNS " WHERE ZCATEGORY = ?");
    if (code) return -code;
    sqlite3_bind_int64(store->fetch_members, 1, category);
    return read_rows(store->fetch_members, into);
}

int64_t baseline_fetch_owned(baseline_store *store, baseline_owned *into) {
    int64_t count = baseline_fetch_all(store, &into->items);
    if (count < 0) return count;
    for (int64_t i = 0; i < count; i++) {
        if (into->items.rows[i].category >= into->name_count) into->name_count = into->items.rows[i].category + 1;
    }
    into->names = calloc((size_t)into->name_count, sizeof *into->names);
    if (!into->names) return -SQLITE_NOMEM;
    int code = prepare_statement(store, &store->fetch_owners, "SELECT Z_PK, ZNAME FROM ZCATEGORY");
    if (code) return -code;
    while ((code = sqlite3_step(store->fetch_owners)) == SQLITE_ROW) {
        int64_t key = sqlite3_column_int64(store->fetch_owners, 0);
        const char *name = (const char *)sqlite3_column_text(store->fetch_owners, 1);
        if (key >= into->name_count || !name) continue;
        into->names[key] = copy_text(name, (size_t)sqlite3_column_bytes(store->fetch_owners, 1));
    }
    sqlite3_reset(store->fetch_owners);
    return code == SQLITE_DONE ? count : -code;
}

int64_t baseline_digest_file(const char *path) {
    sqlite3 *database = NULL;
    int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    int64_t sum = -code;
    if (!code) {
        sum = read_number(database,
            "SELECT total(Z_OPT) * 7 + total(Z_ENT) + total(Z_PK) + total(ZDONE) + total(ZQUANTITY) + total(ZCATEGORY)"
            " + total(CAST(ZTIMESTAMP AS INTEGER)) + total(length(ZTITLE)) + count(*) FROM ZITEM");
        sum += read_number(database, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'");
        sum += read_number(database, "SELECT total(Z_OPT) * 11 FROM ZCATEGORY");
        if (read_number(database, "SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'") == 1) {
            sum += read_number(database, "SELECT count(*) * 3 FROM ATRANSACTION");
            sum += read_number(database,
                "SELECT total(ZCHANGETYPE) * 5 + count(*) FROM ACHANGE WHERE ZTRANSACTIONID > 0");
        }
    }
    sqlite3_close(database);
    return sum;
}
