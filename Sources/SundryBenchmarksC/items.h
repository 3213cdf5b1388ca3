#ifndef SUNDRY_BENCHMARKS_ITEMS_H
#define SUNDRY_BENCHMARKS_ITEMS_H

#include "SundryBenchmarksC.h"

char *copy_text(const char *text, size_t length);

// Room for one more row; NULL when there is no memory.
baseline_item *append_item(baseline_items *items);

#endif
