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

void baseline_free_owned(baseline_owned *owned) {
    for (int64_t key = 0; key < owned->name_count; key++) free(owned->names[key]);
    free(owned->names);
    baseline_free(&owned->items);
    memset(owned, 0, sizeof *owned);
}

int64_t baseline_digest_owned(const baseline_owned *owned) {
    int64_t sum = baseline_digest(&owned->items, INT64_MAX);
    for (int64_t i = 0; i < owned->items.count; i++) {
        const char *name = owned->names[owned->items.rows[i].category];
        if (name) sum += (int64_t)strlen(name);
    }
    return sum;
}

// Characters of UTF-8: bytes that do not continue one.
static int64_t text_length(const char *text) {
    int64_t length = 0;
    for (; *text; text++) length += (*text & 0xC0) != 0x80;
    return length;
}

int64_t baseline_count_broken(const baseline_items *items, int64_t least_quantity, int64_t most_quantity,
    int64_t shortest_title, int64_t longest_title) {
    int64_t broken = 0;
    for (int64_t i = 0; i < items->count; i++) {
        const baseline_item *item = &items->rows[i];
        int64_t length = item->title ? text_length(item->title) : shortest_title;
        broken += item->quantity < least_quantity || item->quantity > most_quantity
            || length < shortest_title || length > longest_title;
    }
    return broken;
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
