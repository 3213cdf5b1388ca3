// For wcwidth, which is of X/Open, not of C.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "Internal.h"
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";
// Presses and the wheel, told in decimal numbers: those of the older form end at column 223. Nothing of mere movement.
static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1000l";
static bool takes_mouse;

static void write_text(const char *text) { sundry_write_all(STDOUT_FILENO, text, strlen(text)); }

static void switch_modes(bool on) {
    write_text(on ? paste_on : paste_off);
    if (takes_mouse) write_text(on ? mouse_on : mouse_off);
}

int sundry_character_cells(wchar_t character) { return wcwidth(character); }

int sundry_terminal_check(int fd) {
    int found = 0;
    if (setupterm(NULL, fd, &found) != OK) return found < 0 ? -1 : 0;
    int usable = cursor_address != NULL && clear_screen != NULL && !generic_type;
    del_curterm(set_curterm(NULL));
    return usable;
}

static size_t append(char *buffer, size_t used, size_t size, const char *capability) {
    if (capability == NULL || capability == (char *)-1) return used;
    for (const char *c = capability; *c != '\0' && used < size; c++) {
        // A delay, `$<5>`, means nothing to a terminal that is drawn by software.
        if (c[0] == '$' && c[1] == '<') {
            const char *end = strchr(c, '>');
            if (end == NULL) break;
            c = end;
            continue;
        }
        buffer[used++] = *c;
    }
    return used;
}

static void arm_reset(void) {
    char bytes[256];
    size_t used = append(bytes, 0, sizeof bytes, paste_off);
    if (takes_mouse) used = append(bytes, used, sizeof bytes, mouse_off);
    used = append(bytes, used, sizeof bytes, exit_attribute_mode);
    used = append(bytes, used, sizeof bytes, cursor_normal);
    used = append(bytes, used, sizeof bytes, exit_ca_mode);
    used = append(bytes, used, sizeof bytes, exit_ca_mode == NULL ? "\r\n" : "\r");
    sundry_reset_arm(bytes, used);
}

bool sundry_screen_open(bool mouse) {
    // LINES and COLUMNS of the environment are those of the shell that started us, not of the window now.
    use_tioctl(TRUE);
    use_env(FALSE);
    sundry_reset_remember(STDIN_FILENO, STDOUT_FILENO);
    if (newterm(NULL, stdout, stdin) == NULL) return false;
    takes_mouse = mouse && key_mouse != NULL && key_mouse != (char *)-1;
    sundry_strike_prepare();
    arm_reset();
    raw();
    noecho();
    nonl();
    // Input is read elsewhere; a key that waits there must not cut a frame short.
    typeahead(-1);
    scrollok(stdscr, FALSE);
    // Without these two a line is never shifted sideways, which would move the cells of an overlay.
    idcok(stdscr, FALSE);
    idlok(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    switch_modes(true);
    return true;
}

void sundry_screen_close(void) {
    switch_modes(false);
    curs_set(1);
    endwin();
    sundry_reset_settings();
    sundry_reset_disarm();
}

void sundry_screen_suspend(void) {
    switch_modes(false);
    curs_set(1);
    endwin();
    sundry_reset_settings();
    sundry_reset_pause(true);
}

void sundry_screen_resume(void) {
    reset_prog_mode();
    clearok(curscr, TRUE);
    doupdate();
    switch_modes(true);
    sundry_reset_pause(false);
}

bool sundry_screen_measure(int *height, int *width) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        *height = LINES > 0 ? LINES : 24;
        *width = COLS > 0 ? COLS : 80;
        return false;
    }
    *height = size.ws_row;
    *width = size.ws_col;
    return true;
}

void sundry_screen_resize(int height, int width) {
    resize_term(height, width);
    clearok(curscr, TRUE);
}

void sundry_screen_repaint(void) { clearok(curscr, TRUE); }

void sundry_screen_redraw_row(int row) { wredrawln(stdscr, row, 1); }

void sundry_screen_cell(int row, int column, const wchar_t *characters, int count, int style, int pair) {
    wchar_t text[CCHARW_MAX + 1];
    int kept = count < CCHARW_MAX ? count : CCHARW_MAX;
    memcpy(text, characters, (size_t)kept * sizeof(wchar_t));
    text[kept] = L'\0';
    cchar_t cell;
    attr_t attributes = sundry_attributes(style);
    if (setcchar(&cell, text, attributes, (short)pair, NULL) != OK) {
        setcchar(&cell, L"?", attributes, (short)pair, NULL);
    }
    // This form neither moves a cursor nor scrolls, so the last cell of the last row needs no care.
    mvwadd_wchnstr(stdscr, row, column, &cell, 1);
}

void sundry_screen_flush(int row, int column, bool visible) {
    curs_set(visible ? 1 : 0);
    wmove(stdscr, row, column);
    wnoutrefresh(stdscr);
    doupdate();
}

// ncurses keeps its output in a buffer of its own and `putp` writes to that of stdio, so the two would arrive in the
// wrong order. An overlay is gathered here and written after the flush of ncurses.
static char gathered[1 << 14];
static size_t gathered_count;

static void write_overlay(void) {
    sundry_write_all(STDOUT_FILENO, gathered, gathered_count);
    gathered_count = 0;
}

static int add_to_overlay(int byte) {
    if (gathered_count == sizeof gathered) write_overlay();
    gathered[gathered_count++] = (char)byte;
    return byte;
}

void sundry_overlay_move(int row, int column) { tputs(tiparm(cursor_address, row, column), 1, add_to_overlay); }

void sundry_overlay_style(int style, int pair) {
    // Through ncurses, so that it goes on knowing which attributes are on.
    vid_puts(sundry_attributes(style), (short)pair, NULL, add_to_overlay);
}

void sundry_overlay_text(const char *utf8) {
    for (const char *c = utf8; *c != '\0'; c++) add_to_overlay(*c);
}

void sundry_overlay_end(void) {
    sundry_overlay_style(0, 0);
    // Back to where ncurses believes the cursor to be.
    sundry_overlay_move(getcury(stdscr), getcurx(stdscr));
    write_overlay();
}
