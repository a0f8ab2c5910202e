// The parts of the system that Swift's modules of C leave out.
#ifndef STATUSD_CSPAWN_H
#define STATUSD_CSPAWN_H

#include <sys/types.h>

/// Opens a pipe that no other child of this process inherits. Returns 0, or the error number.
int statusd_pipe(int ends[2]);

/// Starts a program, which is looked up in the PATH if its name has no slash (posix_spawnp(3)).
///
/// `folder` is its working directory, or null for that of this process. `words` and `environment` end with a null
/// pointer. The three descriptors become its standard streams, and it inherits no other one of those that are closed
/// on exec. It blocks no signal, and SIGPIPE has its default disposition; others that this process ignores it ignores
/// too, as nohup(1) wants it. Returns 0, or the error number of why the program did not start.
int statusd_spawn(pid_t *process, const char *folder, char *const words[], char *const environment[], int input,
                  int output, int error);

#endif
