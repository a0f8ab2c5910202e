/* A client that costs little: how long responses take, and what they cost the server.

   usage: load burst|turns lines|headers COUNT MESSAGES FIRST PROGRAM [ARGUMENT...]
          load end PROGRAM [ARGUMENT...]

   MESSAGES is a file of whole messages in that framing; they are sent one after the other, and again from the
   first, until COUNT have been sent. Each must bring one response. `burst` writes as fast as the server takes
   them while it reads; `turns` writes one, waits for its response, and so on. FIRST is a file of messages that
   come before and are not measured, a handshake for example, or "-"; those with an id bring a response.

   One message more comes before the measured ones: whatever a program prepares for its first response is no
   cost of a message. What a server sends with a "method" is no response and is dropped; without FIRST every
   message counts, so that cat can be measured. In the end the program's input is closed, and it must end with
   status 0; one with a handshake is killed, because few end without another one.

   One JSON object is printed. Times are in nanoseconds: `start` from before fork to the first response of all
   and `startCPU` of the program until then, `cpu` of the program and `elapsed` from the first measured message
   to the last response; `percentiles` 0 to 100 of the turns. Memory is in bytes: `idle` after the first
   response, `resident` at each tenth of the responses, `peak`.

   `end` starts a program without input and prints the time until its output has ended, as `start`. */
#include "load.h"

#include <signal.h>
#include <sys/wait.h>

static pid_t server;
static clockid_t server_cpu;
static long long started, ready, ready_cpu;
static long idle;

static void start(char **command) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
  started = now(CLOCK_MONOTONIC);
  server = fork();
  if (server < 0) fail("fork");
  if (server == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execvp(command[0], command);
    fail(command[0]);
  }
  close(in[0]);
  close(out[1]);
  to_server = in[1];
  from_server = out[0];
  if (clock_getcpuclockid(server, &server_cpu)) fail("clock_getcpuclockid");
}

/* Writes a message and waits for its response. */
static void exchange(const struct message *message) {
  write_all(message->bytes, message->size);
  while (read_responses() == 0) continue;
  if (ready) return;
  ready = now(CLOCK_MONOTONIC) - started;
  ready_cpu = now(server_cpu);
  idle = memory(server, "VmRSS:");
}

/* MARK: Measuring */

static long marks[10];

static void note_memory(long before, long after, long count) {
  for (long tenth = 1; tenth <= 10; tenth++) {
    long due = count * tenth / 10;
    if (before < due && due <= after) marks[tenth - 1] = memory(server, "VmRSS:");
  }
}

/* As `write`, for a descriptor that does not block: 0 when there is no room. */
static size_t write_some(const char *bytes, size_t size) {
  ssize_t written = write(to_server, bytes, size);
  if (written < 0 && errno != EAGAIN) fail("write");
  return written < 0 ? 0 : (size_t)written;
}

static void burst(struct messages *messages, long count) {
  fcntl(to_server, F_SETFL, O_NONBLOCK);
  size_t sent = 0, size = size_of(messages, count);
  for (long received = 0; received < count;) {
    struct pollfd polled[2] = {{from_server, POLLIN, 0}, {sent < size ? to_server : -1, POLLOUT, 0}};
    if (poll(polled, 2, 600000) <= 0) fail("poll");
    if (polled[1].revents) {
      size_t offset = sent % messages->size, left = messages->size - offset;
      sent += write_some(messages->bytes + offset, left < size - sent ? left : size - sent);
    }
    if (polled[0].revents) {
      long more = read_responses();
      note_memory(received, received + more, count);
      received += more;
    }
  }
}

static int by_size(const void *left, const void *right) {
  long long a = *(const long long *)left, b = *(const long long *)right;
  return (a > b) - (a < b);
}

static long long *turns(struct messages *messages, long count) {
  long long *times = calloc((size_t)count + 1, sizeof *times);
  if (!times) fail("calloc");
  for (long number = 0; number < count; number++) {
    const struct message *message = &messages->each[number % messages->count];
    long long start = now(CLOCK_MONOTONIC);
    exchange(message);
    times[number] = now(CLOCK_MONOTONIC) - start;
    note_memory(number, number + 1, count);
  }
  qsort(times, (size_t)count, sizeof *times, by_size);
  return times;
}

/* MARK: Reporting */

static void end(bool is_killed) {
  close(to_server);
  if (is_killed) kill(server, SIGKILL);
  int status;
  if (waitpid(server, &status, 0) != server || (status != 0 && !is_killed)) {
    fprintf(stderr, "the server has ended with %d\n", status);
    exit(1);
  }
}

static void report(long long cpu, long long took, const long long *times, long count) {
  printf("{\"start\":%lld,\"startCPU\":%lld,\"cpu\":%lld,\"elapsed\":%lld,\"idle\":%ld,\"peak\":%ld,", ready,
         ready_cpu, cpu, took, idle, memory(server, "VmHWM:"));
  printf("\"resident\":[");
  for (int tenth = 0; tenth < 10; tenth++) printf("%s%ld", tenth ? "," : "", marks[tenth]);
  printf("],\"percentiles\":[");
  for (int percent = 0; times && percent <= 100; percent++) {
    printf("%s%lld", percent ? "," : "", times[(count - 1) * percent / 100]);
  }
  puts("]}");
}

static void shake_hands(const struct messages *first) {
  for (long number = 0; number < first->count; number++) {
    const struct message *message = &first->each[number];
    if (memmem(message->bytes, message->size, "\"id\":", 5)) {
      exchange(message);
    } else {
      write_all(message->bytes, message->size);
    }
  }
}

static int measure_end(char **command) {
  start(command);
  close(to_server);
  char bytes[4096];
  while (read(from_server, bytes, sizeof bytes) > 0) continue;
  printf("{\"start\":%lld}\n", now(CLOCK_MONOTONIC) - started);
  end(false);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "end") == 0) return measure_end(argv + 2);
  if (argc < 7) return 64;
  bool is_burst = strcmp(argv[1], "burst") == 0, is_plain = strcmp(argv[5], "-") == 0;
  set_framing(strcmp(argv[2], "headers") == 0, is_plain);
  long count = atol(argv[3]);
  struct messages messages = read_messages(argv[4]), first = {0};
  if (!is_plain) first = read_messages(argv[5]);
  start(argv + 6);
  shake_hands(&first);
  exchange(&messages.each[0]);
  long long cpu = now(server_cpu), began = now(CLOCK_MONOTONIC), *times = NULL;
  if (is_burst) {
    burst(&messages, count);
  } else {
    times = turns(&messages, count);
  }
  long long took = now(CLOCK_MONOTONIC) - began;
  report(now(server_cpu) - cpu, took, times, count);
  end(!is_plain);
  return 0;
}
