#ifndef SUNDRY_BENCHMARKS_STORE_H
#define SUNDRY_BENCHMARKS_STORE_H

#include <sqlite3.h>

#include "SundryBenchmarksC.h"

enum { ENTITY_CHANGE = 16001, ENTITY_TRANSACTION = 16002, ENTITY_STRING = 16003 };
enum { CHANGE_INSERT = 0, CHANGE_UPDATE = 1, CHANGE_DELETE = 2 };

// The keys that one open history transaction needs.
typedef struct history_state {
    sqlite3_stmt *insert_transaction;
    sqlite3_stmt *insert_change;
    int64_t author, bundle, process;
    int64_t transaction;
    int64_t next_change;
} history_state;

// The owners of items. Whoever adds an item to a category, or takes one away, raises the category's version as well, once a
// save: two programs that change the items of one category must find out.
enum { OWNER_LIMIT = 64 };
typedef struct owner_state {
    sqlite3_stmt *touch;
    int64_t entity;
    int64_t versions[OWNER_LIMIT];
    char is_touched[OWNER_LIMIT];
} owner_state;

struct baseline_store {
    sqlite3 *database;
    sqlite3_stmt *begin, *commit, *rollback;
    sqlite3_stmt *read_max, *write_max;
    sqlite3_stmt *insert, *update, *remove;
    sqlite3_stmt *fetch_all, *fetch_newest, *fetch_members, *fetch_owners;
    int64_t entity;
    int has_history;
    history_state history;
    owner_state owners;
};

// SQLITE_DONE becomes SQLITE_OK; the statement is reset either way.
int run_statement(sqlite3_stmt *statement);
int prepare_statement(baseline_store *store, sqlite3_stmt **slot, const char *sql);
int read_max(baseline_store *store, int64_t entity, int64_t *max);
int write_max(baseline_store *store, int64_t entity, int64_t max);

int history_prepare(baseline_store *store);
int history_begin(baseline_store *store);
int history_change(baseline_store *store, int kind, int64_t key);
int history_owner_change(baseline_store *store, int64_t key);
int history_end(baseline_store *store);
void history_finalize(baseline_store *store);

#endif
