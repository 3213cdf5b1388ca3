#include "Internal.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Every signal whose usual action ends the process, save those that Signals.c turns into an orderly end.
static const int deadly[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
                             SIGSYS,  SIGXCPU, SIGXFSZ, SIGALRM, SIGUSR1, SIGUSR2};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };
static struct sigaction former[deadly_count];

static struct termios settings;
static int input_fd = -1, output_fd = -1;
static volatile sig_atomic_t remembered, armed;
static char farewell[256];
static size_t farewell_count;
static int held_ends[2] = {-1, -1}, true_stderr = -1;

void sundry_write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

void sundry_reset_remember(int input, int output) {
    input_fd = input;
    output_fd = output;
    remembered = tcgetattr(input, &settings) == 0;
}

void sundry_reset_settings(void) {
    // TCSADRAIN, not TCSAFLUSH: what was typed ahead is meant for the shell.
    if (remembered) tcsetattr(input_fd, TCSADRAIN, &settings);
}

static void show_held_errors(void) {
    if (held_ends[0] < 0) return;
    char bytes[4096];
    for (;;) {
        ssize_t count = read(held_ends[0], bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        sundry_write_all(true_stderr, bytes, (size_t)count);
    }
}

// Only calls that POSIX allows in a signal handler: write, read, tcsetattr, sigaction, raise.
static void give_back(void) {
    if (!armed) return;
    armed = 0;
    sundry_write_all(output_fd, farewell, farewell_count);
    sundry_reset_settings();
    show_held_errors();
}

static void crash(int number) {
    give_back();
    for (int i = 0; i < deadly_count; i++) {
        if (deadly[i] == number) sigaction(number, &former[i], NULL);
    }
    // Delivered when this handler returns, to whoever had it before: a backtrace, a core file, or plain death.
    raise(number);
}

void sundry_reset_arm(const char *bytes, size_t count) {
    static bool registered;
    static char stack[1 << 16];
    farewell_count = count < sizeof farewell ? count : sizeof farewell;
    memcpy(farewell, bytes, farewell_count);
    // A stack of its own, for a stack that overflowed is no place to run a handler on.
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
        stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
        sigaltstack(&own, NULL);
    }
    struct sigaction action = {0};
    action.sa_handler = crash;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < deadly_count; i++) {
        sigaction(deadly[i], &action, &former[i]);
        if (former[i].sa_handler == SIG_IGN) sigaction(deadly[i], &former[i], NULL);
    }
    if (!registered) registered = atexit(give_back) == 0;
    armed = 1;
}

void sundry_reset_pause(bool paused) { armed = !paused; }

void sundry_reset_disarm(void) {
    armed = 0;
    for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &former[i], NULL);
}

void sundry_stderr_hold(void) {
    if (true_stderr >= 0 || !isatty(STDERR_FILENO)) return;
    if (pipe(held_ends) != 0) return;
    for (int i = 0; i < 2; i++) {
        fcntl(held_ends[i], F_SETFD, FD_CLOEXEC);
        // Nobody reads until the end: what does not fit is dropped rather than waited for.
        fcntl(held_ends[i], F_SETFL, O_NONBLOCK);
    }
    true_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (true_stderr >= 0) dup2(held_ends[1], STDERR_FILENO);
}

void sundry_stderr_release(void) {
    if (true_stderr < 0) return;
    dup2(true_stderr, STDERR_FILENO);
    show_held_errors();
    close(held_ends[0]);
    close(held_ends[1]);
    close(true_stderr);
    held_ends[0] = held_ends[1] = true_stderr = -1;
}
