#include "Internal.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH};
enum { caught_count = sizeof caught / sizeof caught[0] };
static struct sigaction former[caught_count];
static int ends[2] = {-1, -1};

static void note(int number) {
    int saved = errno;
    char byte = (char)number;
    // A full pipe holds thousands of unread signals already; one less is no loss.
    if (write(ends[1], &byte, 1) < 0) errno = saved;
    errno = saved;
}

static void catch_one(int number, struct sigaction *old) {
    struct sigaction action = {0};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, old);
}

int sundry_signals_open(void) {
    if (ends[0] < 0) {
        if (pipe(ends) != 0) return -1;
        for (int i = 0; i < 2; i++) {
            fcntl(ends[i], F_SETFD, FD_CLOEXEC);
            fcntl(ends[i], F_SETFL, O_NONBLOCK);
        }
    }
    for (int i = 0; i < caught_count; i++) {
        catch_one(caught[i], &former[i]);
        // `nohup` and `trap ''` ask that a signal be ignored; so it stays.
        if ((caught[i] == SIGHUP || caught[i] == SIGINT) && former[i].sa_handler == SIG_IGN) {
            sigaction(caught[i], &former[i], NULL);
        }
    }
    return ends[0];
}

void sundry_signals_close(void) {
    for (int i = 0; i < caught_count; i++) sigaction(caught[i], &former[i], NULL);
}

void sundry_signals_stop_here(void) {
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, NULL);
    // Its end is known here; the event loop need not be told.
    sigaction(SIGCONT, &action, NULL);
    kill(0, SIGTSTP);
    catch_one(SIGTSTP, NULL);
    catch_one(SIGCONT, NULL);
}

void sundry_signals_end_by(int number) {
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    raise(number);
}
