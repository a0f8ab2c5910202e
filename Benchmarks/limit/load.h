/* What load.c stands on: messages from a file, responses counted in the server's output. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

struct message {
  const char *bytes;
  size_t size;
};

/* The messages of a file, back to back in `bytes`. */
struct messages {
  char *bytes;
  size_t size;
  struct message *each;
  long count;
};

extern int to_server, from_server;

void fail(const char *what) __attribute__((noreturn));
long long now(clockid_t clock);

/* With `every_message`, what has a "method" counts as a response too. */
void set_framing(bool has_headers, bool every_message);
struct messages read_messages(const char *path);

/* The bytes of `count` messages, the file's again and again. */
size_t size_of(const struct messages *messages, long count);
void write_all(const char *bytes, size_t size);

/* Waits for output, and returns how many responses are whole with it. */
long read_responses(void);

/* A line of /proc/PID/status that is in KiB, in bytes. */
long memory(pid_t process, const char *name);
