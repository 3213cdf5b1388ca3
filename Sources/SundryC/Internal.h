// What the C files of this module know of each other.
#ifndef SUNDRY_INTERNAL_H
#define SUNDRY_INTERNAL_H

#include "include/SundryC.h"

/// Writes all of it, through interruptions. Safe in a signal handler.
void sundry_write_all(int fd, const char *bytes, size_t count);

/// Gives the settings of the tty back. Safe in a signal handler.
void sundry_reset_settings(void);

/// The attributes of ncurses for a style.
attr_t sundry_attributes(int style);

/// Takes what terminfo knows of lines through text into use, which ncurses has no attribute for.
void sundry_strike_prepare(void);

/// While the screen is suspended a crash has nothing to give back.
void sundry_reset_pause(bool paused);

#endif
