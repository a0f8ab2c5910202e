#include "CProcess.h"
#include "ending.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// In C, because nothing of Swift's runtime may run inside a signal handler (signal-safety(7)).

static atomic_int wake = -1;
static atomic_int is_ending;
static atomic_ullong caught;

enum { most_groups = 1024 };
static atomic_int groups[most_groups];

void statusd_kill_groups(void) {
  for (int index = 0; index < most_groups; index++) {
    int group = atomic_load(&groups[index]);
    if (group > 0) kill(-group, SIGKILL);
  }
}

static void on_signal(int signal) {
  int error = errno;
  if (atomic_exchange(&is_ending, 1)) {
    statusd_kill_groups();
    statusd_give_back_terminal();
    _exit(128 + signal);
  }
  atomic_fetch_or(&caught, 1ULL << signal);
  unsigned long long one = 1;
  if (write(atomic_load(&wake), &one, sizeof one) < 0) { /* The counter is full: the loop wakes up anyway. */ }
  statusd_await_loop();
  errno = error;
}

int statusd_catch(const int *signals, int count, int descriptor) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, before;
  sigset_t unblocked;
  sigfillset(&action.sa_mask);
  sigemptyset(&unblocked);
  atomic_store(&wake, descriptor);
  for (int index = 0; index < count; index++) {
    if (sigaction(signals[index], NULL, &before) != 0) return errno;
    if (signals[index] == SIGHUP && before.sa_handler == SIG_IGN) continue;
    if (sigaction(signals[index], &action, NULL) != 0) return errno;
    sigaddset(&unblocked, signals[index]);
  }
  // Only now: what the starter has blocked and sent meanwhile comes as the first signal.
  return sigprocmask(SIG_UNBLOCK, &unblocked, NULL) == 0 ? 0 : errno;
}

unsigned long long statusd_caught(void) { return atomic_exchange(&caught, 0); }

int statusd_untaken(void) {
  unsigned long long signals = atomic_load(&caught);
  return signals ? __builtin_ctzll(signals) : 0;
}

int statusd_is_ending(void) { return atomic_load(&is_ending); }

_Noreturn void statusd_die(int signal) {
  statusd_give_back_terminal();
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigaction(signal, &action, NULL);
  kill(getpid(), signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  // Process 1 does not die of a signal's default.
  _exit(128 + signal);
}

void statusd_note_group(int group) {
  for (int index = 0; index < most_groups; index++) {
    int none = 0;
    if (atomic_compare_exchange_strong(&groups[index], &none, group)) return;
  }
}

int statusd_forget_group(int group) {
  for (int index = 0; index < most_groups; index++) {
    int present = group;
    if (atomic_compare_exchange_strong(&groups[index], &present, 0)) return 1;
  }
  return 0;
}
