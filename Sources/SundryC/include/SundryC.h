// The C libraries under the screen and the command line: ncursesw, wide characters, getopt_long.
#ifndef SUNDRY_C_H
#define SUNDRY_C_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <getopt.h>
#include <locale.h>
#include <term.h>
#include <wchar.h>

#endif
