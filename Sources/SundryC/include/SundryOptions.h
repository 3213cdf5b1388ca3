// getopt_long as one call: its results stand in global variables, which Swift cannot read safely.
#ifndef SUNDRY_OPTIONS_H
#define SUNDRY_OPTIONS_H

#include <getopt.h>

/// What one step of getopt_long found.
struct sundry_option {
    /// `val` of the option; 1 for a word that is no option; '?' for an unknown one, ':' for one that lacks its value; -1 at the end.
    int value;
    /// The value of the option, or the word.
    const char *argument;
    /// The index in argv of what comes next.
    int next;
    /// Of an option that was refused: its letter, or `val` of a long one that takes no value; 0 for an unknown long one.
    int refused;
};

/// The next option or word. `shorts` begins with "-:" so that words are handed over in their place.
struct sundry_option sundry_next_option(int argc, char *const *argv, const char *shorts, const struct option *longs);

#endif
