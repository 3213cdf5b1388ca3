#include <stdlib.h>
#include <string.h>

#include "store.h"

#define COLUMNS "SELECT Z_PK, Z_OPT, ZDONE, ZQUANTITY, ZCATEGORY, ZTIMESTAMP, ZTITLE FROM ZITEM"

static char *copy_text(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

static baseline_item *append(baseline_items *items) {
    if (items->count == items->capacity) {
        int64_t capacity = items->capacity ? items->capacity * 2 : 64;
        baseline_item *rows = realloc(items->rows, (size_t)capacity * sizeof *rows);
        if (!rows) return NULL;
        items->rows = rows;
        items->capacity = capacity;
    }
    return &items->rows[items->count++];
}

static int64_t read_rows(sqlite3_stmt *statement, baseline_items *into) {
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        baseline_item *item = append(into);
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

baseline_items baseline_copy(const baseline_item *rows, int64_t count) {
    baseline_items items = {malloc((size_t)count * sizeof *rows), 0, count};
    if (!items.rows) return items;
    memcpy(items.rows, rows, (size_t)count * sizeof *rows);
    for (int64_t i = 0; i < count; i++) {
        if (rows[i].title) items.rows[i].title = copy_text(rows[i].title, strlen(rows[i].title));
    }
    items.count = count;
    return items;
}

void baseline_free(baseline_items *items) {
    for (int64_t i = 0; i < items->count; i++) free(items->rows[i].title);
    free(items->rows);
    memset(items, 0, sizeof *items);
}

int64_t baseline_digest(const baseline_items *items) {
    int64_t sum = 0;
    for (int64_t i = 0; i < items->count; i++) {
        const baseline_item *item = &items->rows[i];
        sum += item->done + item->quantity + (int64_t)item->timestamp;
        if (item->category) sum += 1;
        if (item->title) sum += (int64_t)strlen(item->title);
    }
    return sum;
}
