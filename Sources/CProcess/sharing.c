#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

// What the daemon finds under fixed numbers, and nothing behind them.
static int set_descriptors(posix_spawn_file_actions_t *actions, int log, int lock) {
  int code = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDWR, 0);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, 0, 1);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, log, 2);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, lock, STATUSD_LOCK);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, STATUSD_LOCK + 1);
  return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
  if (code == 0)
    code = posix_spawnattr_setflags(attributes,
                                    POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return code;
}

int statusd_start_daemon(int *process, const char *program, char *const words[], char *const environment[],
                         int log, int lock) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    code = set_descriptors(&actions, log, lock);
    if (code == 0) code = set_attributes(&attributes);
    if (code == 0) code = posix_spawn(process, program, &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
