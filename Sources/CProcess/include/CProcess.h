// What a process has to do in C: what runs before main or inside a signal handler, and calls that the C library's headers
// keep from Swift. No header of the system is included here, so that Glibc's module keeps its own types.
#ifndef STATUSD_CPROCESS_H
#define STATUSD_CPROCESS_H

// MARK: Arguments (arguments.c)

/// The command line as the kernel has passed it, without /proc; `*count` words, which live as long as the process.
char *const *statusd_arguments(int *count);

// MARK: What this program was built from (commit.c)

/// One of the 40 hexadecimal digits of the commit; all are `0` in a program that scripts/build-release has not made, or
/// has made from changed sources.
unsigned char statusd_commit_digit(int index);

// MARK: Reading and writing without waiting (nowait.c)

/// read(2) that does not wait, whatever the flags of the descriptor (preadv2(2), RWF_NOWAIT).
///
/// -1 with errno: EAGAIN for nothing to read; EOPNOTSUPP, EINVAL or ENOSYS where the system cannot do so.
long statusd_read_now(int descriptor, void *bytes, unsigned long count);
/// write(2), likewise.
long statusd_write_now(int descriptor, const void *bytes, unsigned long count);

// MARK: The signals that end the process (termination.c)

/// Catches `signals`: the first is noted and written to `wake`, an eventfd; the second ends the process.
///
/// SIGHUP stays ignored for a process that nohup(1) has started. Returns an error number or 0.
int statusd_catch(const int *signals, int count, int wake);
/// The signals that were noted since the last call, one bit for each number.
unsigned long long statusd_caught(void);
/// Ends the process as if the signal had not been caught; 128 plus its number where that is not possible.
_Noreturn void statusd_die(int signal);
/// A process group that the second signal kills; 1024 are kept, and a further one is not killed by it.
void statusd_note_group(int group);
void statusd_forget_group(int group);

// MARK: Children of others (reaper.c)

/// Whether orphans become children of this process: as process 1, or as a subreaper (prctl(2)).
int statusd_adopts_orphans(void);
/// A child that has ended and is not reaped yet, of all that there are; 0 for none.
int statusd_ended_child(void);

#endif
