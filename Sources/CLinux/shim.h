// The parts of Linux that Swift's Glibc module leaves out.
#ifndef STATUSD_CLINUX_SHIM_H
#define STATUSD_CLINUX_SHIM_H

#include <malloc.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/// pipe2(2): both ends get the flags before another thread can fork.
static inline int statusd_pipe2(int ends[2], int flags) { return (int)syscall(SYS_pipe2, ends, flags); }

/// accept4(2): likewise for a connection.
static inline int statusd_accept4(int listener, int flags) {
  return (int)syscall(SYS_accept4, listener, (void *)0, (void *)0, flags);
}

/// pidfd_open(2): a descriptor that becomes readable when the process ends.
static inline int statusd_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

#endif
