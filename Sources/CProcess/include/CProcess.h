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

// MARK: Sockets of this machine (sockets.c)

/// Who has connected a socket or made it, by SO_PEERCRED (unix(7)). Returns an error number or 0.
int statusd_peer(int socket, unsigned *user, int *process);
/// sendmsg(2) that does not wait, with at most two descriptors; -1 with errno.
long statusd_send(int socket, const void *bytes, unsigned long count, const int *descriptors, int number);
/// recvmsg(2) that does not wait, with the descriptors that came along; of more than `capacity` the rest is closed.
///
/// -1 with errno, and 0 at the end. The descriptors are the caller's, and closed in programs that it starts; `*lost` says
/// whether the system had no room for some.
long statusd_receive(int socket, void *bytes, unsigned long count, int *descriptors, int capacity, int *received,
                     int *lost);

// MARK: Sharing a daemon (sharing.c)

/// The number under which a daemon that was started for others finds the open file that is locked for it.
enum { STATUSD_LOCK = 3 };

/// Starts a program that outlives this one: in a session of its own, with /dev/null for input and output, `log` for
/// standard error, `lock` under STATUSD_LOCK and no other descriptor, and with default signals.
///
/// The working directory is this process's. Returns an error number or 0.
int statusd_start_daemon(int *process, const char *program, char *const words[], char *const environment[],
                         int log, int lock);

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
/// Takes a group back; 0 where it was not kept.
int statusd_forget_group(int group);

// MARK: The terminal that is drawn on (terminal.c)

/// Has keys come one by one and without an echo from the terminal `input`, until it is given back.
///
/// However the process ends, but for SIGKILL, the terminal is then as it was, and `farewell` has been written to
/// `output`: at most 128 bytes, which are copied. Taking it again after the process was stopped changes nothing else.
/// Returns an error number or 0.
int statusd_take_terminal(int input, int output, const char *farewell, unsigned long length);
/// Gives the terminal back; nothing happens if it is not taken. May be called in a handler of a signal.
void statusd_give_back_terminal(void);

// MARK: The watch over the loop (watch.c)

/// What the loop does at present: its thread writes, and the watch reads.
struct statusd_turn {
  /// Odd while a turn runs, even while the loop waits; another one for each turn.
  unsigned long number;
  /// What the turn does, in words that live for ever; null for nothing in particular.
  const char *phase;
  /// Which resource it does that for; empty for none.
  char subject[72];
};
extern struct statusd_turn statusd_turn;

/// What the loop does now, whichever resource it is for.
static inline void statusd_enter(const char *phase) {
  __atomic_store_n(&statusd_turn.subject[0], 0, __ATOMIC_RELAXED);
  __atomic_store_n(&statusd_turn.phase, phase, __ATOMIC_RELAXED);
}

/// What the loop does now is nothing that has a name.
static inline void statusd_enter_other(void) { statusd_enter(0); }

/// A turn begins: the loop has waited, or looked at its descriptors.
static inline void statusd_turn_begins(void) {
  statusd_enter_other();
  __atomic_store_n(&statusd_turn.number, (statusd_turn.number + 1) | 1, __ATOMIC_RELEASE);
}

/// A turn ends: the loop is going to wait, or to look at its descriptors.
static inline void statusd_turn_ends(void) {
  __atomic_store_n(&statusd_turn.number, (statusd_turn.number | 1) + 1, __ATOMIC_RELEASE);
}

/// What the loop does now, and for which resource; a long name is cut.
void statusd_enter_for(const char *phase, const char *subject, unsigned long length);

/// Called from the watch's thread with a turn that lasts: what it does, for which resource (empty for none), since how
/// many milliseconds, and whether the process ends now because of it.
typedef void (*statusd_report)(const char *phase, const char *subject, long milliseconds, int is_end);

/// Watches the turns of the calling thread from another one, which sleeps while that thread takes no processor time.
///
/// A turn that lasts for a second is reported. If a signal that ends the process has come meanwhile, or a process that
/// is watched has ended, the watch ends this process, as the second signal does. Once in a process. Returns an error
/// number or 0.
int statusd_watch_loop(statusd_report report);
/// Leaves the thread alone from now on: what it still does may take its time.
void statusd_leave_loop(void);
/// A process, by its pidfd, whose end ends this one; a few are kept.
void statusd_depend(int pidfd);
void statusd_be_independent(int pidfd);

// MARK: Children of others (reaper.c)

/// Whether orphans become children of this process: as process 1, or as a subreaper (prctl(2)).
int statusd_adopts_orphans(void);
/// A child that has ended and is not reaped yet, of all that there are; 0 for none.
int statusd_ended_child(void);

#endif
