// The physical limit: what a C program does with the same SQLite library, the same file and the same durability.
// One connection without mutexes, statements prepared once, rows as structs, text in malloc'd memory.
//
// Every function that can fail returns a row count, or SQLite's result code negated; baseline_message says why.
#ifndef SUNDRY_BENCHMARKS_C_H
#define SUNDRY_BENCHMARKS_C_H

#include <stddef.h>
#include <stdint.h>

// One row of ZITEM.
typedef struct baseline_item {
    int64_t key;
    int64_t version;
    int64_t done;
    int64_t quantity;
    int64_t category;
    double timestamp;
    char *_Nullable title;
} baseline_item;

typedef struct baseline_items {
    baseline_item *_Nullable rows;
    int64_t count;
    int64_t capacity;
} baseline_items;

typedef struct baseline_store baseline_store;

// Opens an existing store in WAL mode; NULL when it cannot be opened. With `history` each write also writes the rows of
// persistent history that a save of the stack writes.
baseline_store *_Nullable baseline_open(const char *_Nonnull path, int full_synchronous, int history);
void baseline_close(baseline_store *_Nullable store);
const char *_Nonnull baseline_message(const baseline_store *_Nonnull store);

// Copies `rows` with their titles into malloc'd memory, as a program does whose user has just typed them.
baseline_items baseline_copy(const baseline_item *_Nonnull rows, int64_t count);
void baseline_free(baseline_items *_Nonnull items);

// Inserts the rows in one transaction, or each in its own.
int64_t baseline_insert(baseline_store *_Nonnull store, const baseline_items *_Nonnull items);
int64_t baseline_insert_each(baseline_store *_Nonnull store, const baseline_items *_Nonnull items);

// Raises the quantity of every row and gives it the title of the same position, as a copy.
void baseline_change(baseline_items *_Nonnull items, const char *_Nullable const *_Nonnull titles);

// Writes quantity and title of the rows in one transaction, counting the row versions up.
int64_t baseline_update(baseline_store *_Nonnull store, baseline_items *_Nonnull items);
int64_t baseline_delete(baseline_store *_Nonnull store, const baseline_items *_Nonnull items);

// Inserts rows that belong to no category; gives all rows before a time another quantity and that title; deletes them. Each
// in one transaction, the last two by one statement.
int64_t baseline_batch_insert(baseline_store *_Nonnull store, const baseline_item *_Nonnull rows, int64_t count);
int64_t baseline_batch_update(baseline_store *_Nonnull store, double before, const char *_Nonnull title);
int64_t baseline_batch_delete(baseline_store *_Nonnull store, double before);

// Reads every row, or the first `limit` by timestamp, newest first.
int64_t baseline_fetch_all(baseline_store *_Nonnull store, baseline_items *_Nonnull into);
int64_t baseline_fetch_newest(baseline_store *_Nonnull store, int64_t limit, baseline_items *_Nonnull into);

// Reads every row in an order, which is what stands behind ORDER BY; counts the rows that meet a condition of SQL's.
int64_t baseline_fetch_sorted(baseline_store *_Nonnull store, const char *_Nonnull order, baseline_items *_Nonnull into);
int64_t baseline_count(baseline_store *_Nonnull store, const char *_Nonnull condition);

// Reads the rows of one category, behind those that are there.
int64_t baseline_fetch_members(baseline_store *_Nonnull store, int64_t category, baseline_items *_Nonnull into);

// Every row with the name of its category.
typedef struct baseline_owned {
    baseline_items items;
    char *_Nullable *_Nullable names;  // by key of the category
    int64_t name_count;
} baseline_owned;

int64_t baseline_fetch_owned(baseline_store *_Nonnull store, baseline_owned *_Nonnull into);
int64_t baseline_digest_owned(const baseline_owned *_Nonnull owned);
void baseline_free_owned(baseline_owned *_Nonnull owned);

// How many rows break a rule: quantity and length of the title (in characters) must be in range.
int64_t baseline_count_broken(const baseline_items *_Nonnull items, int64_t least_quantity, int64_t most_quantity,
    int64_t shortest_title, int64_t longest_title);

// Reads every attribute of the first `limit` rows: a sum that the other side must come to as well.
int64_t baseline_digest(const baseline_items *_Nonnull items, int64_t limit);

// A sum over what a closed store file holds: rows, versions, values, the highest key, history. Two programs that did
// the same work leave the same sum.
int64_t baseline_digest_file(const char *_Nonnull path);

// Bytes that malloc has handed out and not got back, without SQLite's own (whose page cache belongs to neither side).
int64_t baseline_heap_bytes(void);

#endif
