#include "CProcess.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int statusd_adopts_orphans(void) {
  int is_subreaper = 0;
  prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper, 0, 0, 0);
  return is_subreaper || getpid() == 1;
}

int statusd_ended_child(void) {
  siginfo_t info = {0};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 ? info.si_pid : 0;
}
