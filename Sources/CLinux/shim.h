// The parts of Linux that Swift's Glibc module leaves out.
#ifndef STATUSD_CLINUX_SHIM_H
#define STATUSD_CLINUX_SHIM_H

#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/// pipe2(2): opens a pipe whose ends have the flags from the start, before another thread can fork.
static inline int statusd_pipe2(int ends[2], int flags) { return (int)syscall(SYS_pipe2, ends, flags); }

/// accept4(2): accepts a connection that has the flags from the start.
static inline int statusd_accept4(int listener, int flags) {
  return (int)syscall(SYS_accept4, listener, (void *)0, (void *)0, flags);
}

/// pidfd_open(2): a descriptor that becomes readable when the process ends.
static inline int statusd_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// _GNU_SOURCE would declare these.
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// posix_spawnp(3): starts a program that inherits only the working directory and the given environment.
///
/// The program leads a session and a process group of its own and has no terminal. Standard input is
/// /dev/null, standard output and standard error are the two descriptors, and no other descriptor is open.
/// Signals have their default dispositions and are not blocked. Returns 0, or the error number of why the
/// program did not start.
static inline int statusd_spawn(pid_t *process, char *const words[], char *const environment[], int output,
                                int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    code = posix_spawnattr_setsigmask(&attributes, &none);
    if (code == 0) code = posix_spawnattr_setsigdefault(&attributes, &all);
    if (code == 0)
      code = posix_spawnattr_setflags(&attributes,
                                      POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, errors, 2);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (code == 0) code = posix_spawnp(process, words[0], &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

/// Opens a socket that is readable when links, addresses or routes have changed, rtnetlink(7); -1 and errno
/// on error.
///
/// Uses system calls, because including sys/socket.h here would remove SOCK_STREAM from Glibc's module.
static inline int statusd_route_socket(void) {
  const int af_netlink = 16, sock_raw = 3;
  struct sockaddr_nl address = {.nl_family = af_netlink};
  address.nl_groups =
      RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE;
  // SOCK_CLOEXEC and SOCK_NONBLOCK are these flags of open(2).
  int descriptor =
      (int)syscall(SYS_socket, af_netlink, sock_raw | O_CLOEXEC | O_NONBLOCK, NETLINK_ROUTE);
  if (descriptor >= 0 && syscall(SYS_bind, descriptor, &address, sizeof address) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

#endif
