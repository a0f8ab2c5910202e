// SIGEV_THREAD_ID, gettid.
#define _GNU_SOURCE
#include "CProcess.h"
#include "ending.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A thread that two timers wake (docs/decisions/0022-watch.md). One runs on the processor time of the loop's thread, so
// it wakes nobody while the loop waits. The other one runs in real time, and only between a signal that ends the process
// and the moment at which the loop takes it: a loop that hangs in a system call takes no processor time.
//
// In C, because the thread has to cost next to nothing: a small stack, and no heap of its own until it reports.

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
  tick = 100,          // milliseconds, of either timer
  patience = 10,       // ticks: a second for the loop to take a signal, and for a turn without a report
  most_held = 1000,    // milliseconds that a turn may last when the process is to end
  most_processes = 16,
  stack = 256 * 1024,  // what a report takes, several times
};
enum { of_the_loop, of_a_signal };

struct statusd_turn statusd_turn;

static statusd_report report;
static clockid_t loop_time;
static pid_t loop_thread;
static timer_t timers[2];
static atomic_int is_watching;
// Their descriptors and one; 0 for none.
static atomic_int processes[most_processes];

// MARK: What the loop says

void statusd_enter_for(const char *phase, const char *subject, unsigned long length) {
  unsigned long last = sizeof statusd_turn.subject - 1;
  if (length > last) length = last;
  for (unsigned long index = 0; index < length; index++)
    __atomic_store_n(&statusd_turn.subject[index], subject[index], __ATOMIC_RELAXED);
  __atomic_store_n(&statusd_turn.subject[length], 0, __ATOMIC_RELAXED);
  __atomic_store_n(&statusd_turn.phase, phase, __ATOMIC_RELAXED);
}

void statusd_depend(int pidfd) {
  for (int index = 0; index < most_processes; index++) {
    int none = 0;
    if (atomic_compare_exchange_strong(&processes[index], &none, pidfd + 1)) return;
  }
}

void statusd_be_independent(int pidfd) {
  for (int index = 0; index < most_processes; index++) {
    int present = pidfd + 1;
    if (atomic_compare_exchange_strong(&processes[index], &present, 0)) return;
  }
}

// MARK: The thread

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void set(int timer, int is_on) {
  struct timespec interval = {.tv_nsec = is_on ? tick * 1000000 : 0};
  struct itimerspec times = {.it_interval = interval, .it_value = interval};
  timer_settime(timers[timer], 0, &times, NULL);
}

static void say(long held, int is_end) {
  char subject[sizeof statusd_turn.subject] = {0};
  const char *phase = __atomic_load_n(&statusd_turn.phase, __ATOMIC_RELAXED);
  for (unsigned long index = 0; index < sizeof subject - 1; index++)
    subject[index] = __atomic_load_n(&statusd_turn.subject[index], __ATOMIC_RELAXED);
  report(phase ? phase : "", subject, held, is_end);
}

// As the second signal does.
static _Noreturn void end(long held, int status) {
  statusd_kill_groups();
  statusd_give_back_terminal();
  say(held, 1);
  _exit(status);
}

static int has_lost_process(void) {
  for (int index = 0; index < most_processes; index++) {
    int known = atomic_load(&processes[index]);
    struct pollfd watched = {.fd = known - 1, .events = POLLIN};
    // Still there after the look: until then the number was that of the pidfd.
    if (known > 0 && poll(&watched, 1, 0) > 0 && atomic_load(&processes[index]) == known) return 1;
  }
  return 0;
}

static void look_at_turn(void) {
  static unsigned long seen;
  static long since;
  static int ticks;
  unsigned long number = __atomic_load_n(&statusd_turn.number, __ATOMIC_ACQUIRE);
  long now = milliseconds();
  if (number != seen || number % 2 == 0) {
    seen = number;
    since = now;
    ticks = 0;
    return;
  }
  // A second of processor time: a machine that has no time for the loop is no reason for a report, or for an end.
  if (++ticks < patience) return;
  if (ticks == patience) say(now - since, 0);
  if (statusd_is_ending()) end(now - since, 128 + (statusd_untaken() ? statusd_untaken() : SIGTERM));
  if (has_lost_process()) end(now - since, 1);
}

// Whether the loop's thread sleeps, as in a system call (proc_pid_stat(5)). One that is ready to run does not.
static int is_asleep(void) {
  char path[64], stat[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", loop_thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, stat, sizeof stat - 1);
  if (file >= 0) close(file);
  if (count <= 0) return 1;
  stat[count] = 0;
  const char *name_end = strrchr(stat, ')');
  return name_end == NULL || strncmp(name_end, ") R", 3) != 0;
}

static long loop_milliseconds(void) {
  struct timespec used = {0};
  clock_gettime(loop_time, &used);
  return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

// Adds up the time that the loop had and did not use for the signal: processor time, and ticks in which it slept within
// a turn. A loop for which the machine has no time, or that has stopped by SIGSTOP, gets its second nevertheless.
static void look_at_signal(void) {
  static long slept;
  static long before;
  int signal = statusd_untaken();
  if (!signal) {
    set(of_a_signal, 0);
    slept = 0;
    before = 0;
    return;
  }
  if (before == 0) before = loop_milliseconds();
  int is_in_turn = __atomic_load_n(&statusd_turn.number, __ATOMIC_ACQUIRE) % 2 == 1;
  if (is_in_turn && is_asleep()) slept += tick;
  long had = slept + loop_milliseconds() - before;
  if (had >= most_held) end(had, 128 + signal);
}

static int make(int timer, clockid_t clock) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN};
  event.sigev_value.sival_int = timer;
  event.sigev_notify_thread_id = gettid();
  return timer_create(clock, &event, &timers[timer]) == 0;
}

static void *watch(void *unused) {
  (void)unused;
  sigset_t ticks;
  siginfo_t info;
  sigemptyset(&ticks);
  sigaddset(&ticks, SIGRTMIN);
  if (!make(of_the_loop, loop_time) || !make(of_a_signal, CLOCK_MONOTONIC)) return NULL;
  int no = 0;
  if (!atomic_compare_exchange_strong(&is_watching, &no, 1)) return NULL;
  set(of_the_loop, 1);
  // One that has come before there was a timer for it.
  if (statusd_untaken()) set(of_a_signal, 1);
  while (1) {
    if (sigwaitinfo(&ticks, &info) < 0 || atomic_load(&is_watching) != 1) continue;
    if (info.si_value.sival_int == of_the_loop) look_at_turn();
    if (info.si_value.sival_int == of_a_signal) look_at_signal();
  }
}

void statusd_await_loop(void) {
  if (atomic_load(&is_watching) == 1) set(of_a_signal, 1);
}

// MARK: Beginning and end

int statusd_watch_loop(statusd_report called) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, before;
  report = called;
  loop_thread = gettid();
  int code = pthread_getcpuclockid(pthread_self(), &loop_time);
  if (code != 0) return code;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The signals of the process are the loop's, and those of the timers are waited for.
  pthread_sigmask(SIG_BLOCK, &all, &before);
  code = pthread_create(&thread, &attributes, watch, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return code;
}

void statusd_leave_loop(void) {
  if (atomic_exchange(&is_watching, 2) != 1) return;
  set(of_the_loop, 0);
  set(of_a_signal, 0);
}
