#include "Internal.h"
#include <stdlib.h>
#include <string.h>
#include <term.h>

static bool can_strike;

/// Whether terminfo has that text for a capability.
static bool is_text(const char *name, const char *text) {
    const char *found = tigetstr(name);
    return found != NULL && found != (const char *)-1 && strcmp(found, text) == 0;
}

void sundry_strike_prepare(void) {
    can_strike = is_text("smxx", "\033[9m") && is_text("rmxx", "\033[29m") && is_text("sitm", "\033[3m") &&
                 is_text("ritm", "\033[23m");
    if (!can_strike) return;
    // ncurses keeps account of slanted text, which nothing here is, and of no line through it. So the one becomes the other
    // in this program's copy of the description, which has room for just that, and such text costs as few bytes as any.
    tigetstr("sitm")[2] = '9';
    tigetstr("ritm")[3] = '9';
}

attr_t sundry_attributes(int style) {
    attr_t result = A_NORMAL;
    if (style & SUNDRY_BOLD) result |= A_BOLD;
    if (style & SUNDRY_DIM) result |= A_DIM;
    if (style & SUNDRY_REVERSE) result |= A_REVERSE;
    if (style & SUNDRY_UNDERLINE) result |= A_UNDERLINE;
    if ((style & SUNDRY_STRIKE) && can_strike) result |= A_ITALIC;
    return result;
}

int sundry_colors_count(void) {
    int count = tigetnum("colors");
    // Where the numbers of colours are their values, those of the palette are the first eight.
    return count > 256 ? 8 : count;
}

bool sundry_colors_any(void) {
    const char *said = getenv("COLORTERM");
    if (said != NULL && (strcmp(said, "truecolor") == 0 || strcmp(said, "24bit") == 0)) return true;
    return tigetnum("colors") > 256 || tigetflag("Tc") == 1 || tigetflag("RGB") == 1;
}

void sundry_colors_start(const int *pairs, int count) {
    if (start_color() != OK || use_default_colors() != OK) return;
    for (int i = 0; i < count; i++) init_extended_pair(i + 1, pairs[2 * i], pairs[2 * i + 1]);
}
