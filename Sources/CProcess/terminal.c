#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// In C, because the handlers of signals give the terminal back too (signal-safety(7)).

enum { longest_farewell = 128 };

static struct termios before;
static char farewell[longest_farewell];
static unsigned long farewell_length;
static int input, output;
static atomic_int is_taken;

static _Noreturn void on_crash(int signal) { statusd_die(signal); }

// What a mistake in this program, or abort(3), ends it with.
static void catch_crashes(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
  struct sigaction action = {.sa_handler = on_crash};
  sigfillset(&action.sa_mask);
  for (unsigned long index = 0; index < sizeof crashes / sizeof *crashes; index++)
    sigaction(crashes[index], &action, NULL);
}

int statusd_take_terminal(int from, int to, const char *last, unsigned long length) {
  if (length > longest_farewell) return EINVAL;
  if (!atomic_load(&is_taken)) {
    if (tcgetattr(from, &before) != 0) return errno;
    memcpy(farewell, last, length);
    farewell_length = length;
    input = from;
    output = to;
    catch_crashes();
  }
  struct termios drawn = before;
  drawn.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
  // ISIG stays: Ctrl-C and Ctrl-Z are signals, as everywhere.
  drawn.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN);
  drawn.c_cc[VMIN] = 1;
  drawn.c_cc[VTIME] = 0;
  atomic_store(&is_taken, 1);
  return tcsetattr(from, TCSANOW, &drawn) == 0 ? 0 : errno;
}

void statusd_give_back_terminal(void) {
  if (!atomic_exchange(&is_taken, 0)) return;
  int error = errno;
  // From the background too: SIGTTOU would stop the process in the middle of its end.
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  sigprocmask(SIG_BLOCK, &stop, &mask);
  // Reports of the mouse are nothing that the shell should get. Whoever sees the farewell can type.
  tcflush(input, TCIFLUSH);
  tcsetattr(input, TCSANOW, &before);
  struct pollfd room = {.fd = output, .events = POLLOUT};
  if (poll(&room, 1, 0) > 0 && write(output, farewell, farewell_length) < 0) { /* Nobody reads it. */ }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  errno = error;
}
