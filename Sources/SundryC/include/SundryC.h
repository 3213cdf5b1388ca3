// The C libraries under the screen and the command line: ncursesw, wide characters, getopt_long.
//
// <term.h> stays out: it defines macros of the names `lines`, `columns`, `bell` and four hundred more, which
// would disturb every Swift file. What is needed of terminfo, and the macros of <curses.h> that Swift cannot
// import (`stdscr`, `A_BOLD`, variadic functions), come through the functions below.
#ifndef SUNDRY_C_H
#define SUNDRY_C_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>
#include <wchar.h>

#include "SundryOptions.h"

/// The cells of a character by the locale's tables; −1 for a control character or an unknown one.
int sundry_character_cells(wchar_t character);

// MARK: Screen

/// How a cell looks besides its colours.
enum sundry_style {
    SUNDRY_BOLD = 1,
    SUNDRY_DIM = 2,
    SUNDRY_REVERSE = 4,
    SUNDRY_UNDERLINE = 8,
    SUNDRY_STRIKE = 16,
};

/// 1: terminfo describes a terminal that can address the cursor; 0: it cannot, or the type is unknown; -1: no database.
int sundry_terminal_check(int fd);

/// Starts ncurses on standard input and output: raw keys, no echo, alternate screen, bracketed paste, and the clicks of the
/// mouse where they are wanted and terminfo knows of one. False if it cannot.
bool sundry_screen_open(bool mouse);

/// Leaves the alternate screen and gives the terminal back as it was.
void sundry_screen_close(void);

/// The same for a while; `sundry_screen_resume` comes back, and repaints everything at the next flush.
void sundry_screen_suspend(void);
void sundry_screen_resume(void);

/// Asks the terminal for its size. False if it does not know.
bool sundry_screen_measure(int *height, int *width);

/// Tells ncurses a new size; the next flush repaints everything.
void sundry_screen_resize(int height, int width);

/// The next flush repaints everything, trusting nothing that was written before.
void sundry_screen_repaint(void);

/// The next flush writes this row anew, whatever ncurses believes to be there.
void sundry_screen_redraw_row(int row);

/// Sets one cell (two, when the first character is wide) of the next frame. At most five characters count. `pair` numbers
/// its colours; 0 are those of the terminal.
void sundry_screen_cell(int row, int column, const wchar_t *characters, int count, int style, int pair);

/// Writes what changed, and puts the cursor. `visible` is curs_set's argument.
void sundry_screen_flush(int row, int column, bool visible);

// MARK: Colours

/// How many colours the palette of the terminal has: 8, 16, 256; less than 8 where it has none. To be asked once the screen
/// is open.
int sundry_colors_count(void);

/// Whether terminfo or COLORTERM says that it takes any colour.
bool sundry_colors_any(void);

/// Makes `count` pairs of colours, numbered from 1 on. Each is two numbers, foreground and background: a place in the
/// palette, or -1 for that of the terminal.
void sundry_colors_start(const int *pairs, int count);

// MARK: Overlay: cells that ncurses cannot hold, written past it after a flush

void sundry_overlay_move(int row, int column);
void sundry_overlay_style(int style, int pair);
void sundry_overlay_text(const char *utf8);
void sundry_overlay_end(void);

// MARK: Signals

/// Catches the signals that end, stop, continue and resize, and writes the number of each as one byte into a pipe,
/// whose reading end it returns. To be called before `sundry_screen_open`: ncurses leaves handlers alone that it finds.
int sundry_signals_open(void);

/// Gives the signals back to whom they belonged.
void sundry_signals_close(void);

/// Stops the process group as the kernel does on Ctrl-Z; returns after SIGCONT.
void sundry_signals_stop_here(void);

/// Ends this process by a signal, so that its parent sees the true cause.
void sundry_signals_end_by(int number);

// MARK: Reset: what the tty gets back even when the program crashes

/// Remembers the settings of the terminal, to be called before anything changes them.
void sundry_reset_remember(int input, int output);

/// Completes what a crash will write, once terminfo is known; catches the signals of a crash, and exit().
void sundry_reset_arm(const char *bytes, size_t count);
void sundry_reset_disarm(void);

/// While the screen is on, standard error goes into a pipe if it is a terminal; it is shown after the screen is gone.
void sundry_stderr_hold(void);
void sundry_stderr_release(void);

#endif
