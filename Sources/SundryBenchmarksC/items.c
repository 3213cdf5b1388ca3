#include "items.h"

#include <stdlib.h>
#include <string.h>

char *copy_text(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

baseline_item *append_item(baseline_items *items) {
    if (items->count == items->capacity) {
        int64_t capacity = items->capacity ? items->capacity * 2 : 64;
        baseline_item *rows = realloc(items->rows, (size_t)capacity * sizeof *rows);
        if (!rows) return NULL;
        items->rows = rows;
        items->capacity = capacity;
    }
    return &items->rows[items->count++];
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

void baseline_change(baseline_items *items, const char *const *titles) {
    for (int64_t i = 0; i < items->count; i++) {
        baseline_item *item = &items->rows[i];
        item->quantity += 1;
        free(item->title);
        item->title = titles[i] ? copy_text(titles[i], strlen(titles[i])) : NULL;
    }
}

void baseline_free(baseline_items *items) {
    for (int64_t i = 0; i < items->count; i++) free(items->rows[i].title);
    free(items->rows);
    memset(items, 0, sizeof *items);
}

int64_t baseline_digest(const baseline_items *items, int64_t limit) {
    int64_t sum = 0;
    for (int64_t i = 0; i < items->count && i < limit; i++) {
        const baseline_item *item = &items->rows[i];
        sum += item->done + item->quantity + (int64_t)item->timestamp;
        if (item->title) sum += (int64_t)strlen(item->title);
    }
    return sum;
}
