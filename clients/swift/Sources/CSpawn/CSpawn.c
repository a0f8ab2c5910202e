#define _GNU_SOURCE // pipe2, posix_spawn_file_actions_addchdir_np
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

int statusd_pipe(int ends[2]) {
#ifdef __APPLE__
  // POSIX_SPAWN_CLOEXEC_DEFAULT closes them in the daemon. There is no pipe2.
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  // With the flag from the start, before another thread can fork.
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

static int prepare(posix_spawn_file_actions_t *actions, const char *folder, int input, int output, int error) {
  int code = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, error, STDERR_FILENO);
  if (code == 0 && folder) code = posix_spawn_file_actions_addchdir_np(actions, folder);
  return code;
}

static int clear_signals(posix_spawnattr_t *attributes) {
  sigset_t none, pipe;
  sigemptyset(&none);
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  int code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &pipe);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  if (code == 0) code = posix_spawnattr_setflags(attributes, flags);
  return code;
}

int statusd_spawn(pid_t *process, const char *folder, char *const words[], char *const environment[], int input,
                  int output, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    code = prepare(&actions, folder, input, output, error);
    if (code == 0) code = clear_signals(&attributes);
    if (code == 0) code = posix_spawnp(process, words[0], &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
