// What the watch over the loop has to know of the signals that end the process, and they of it.
#ifndef STATUSD_ENDING_H
#define STATUSD_ENDING_H

// termination.c

/// A signal that the loop has not taken yet; 0 for none.
int statusd_untaken(void);
/// Whether the first signal has come.
int statusd_is_ending(void);
/// Ends the commands that run, at once.
void statusd_kill_groups(void);

// watch.c

/// Gives the loop a second to take the signal that has come; called from its handler.
void statusd_await_loop(void);

#endif
