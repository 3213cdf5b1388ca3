#include "SundryOptions.h"

struct sundry_option sundry_next_option(int argc, char *const *argv, const char *shorts, const struct option *longs) {
    opterr = 0;
    optarg = 0;
    optopt = 0;
    int value = getopt_long(argc, argv, shorts, longs, 0);
    return (struct sundry_option){.value = value, .argument = optarg, .next = optind, .refused = optopt};
}
