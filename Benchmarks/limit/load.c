/* A client that costs little: how long answers take and what they cost the server.

   usage: load burst|turns COUNT PROGRAM [ARGUMENT...]

   burst writes COUNT requests as fast as they are taken while it reads the answers; turns writes one, waits
   for its answer, and so on. The program's input is then ended, and it must end with status 0. One line is
   printed: the CPU time of the program in microseconds, the time from the first byte to the last answer in
   microseconds, and the median and 99th percentile of the turns in nanoseconds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST = 130 };

static int to_server, from_server;
static pid_t server;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void start(char **command) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
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
}

/* A request of exactly REQUEST bytes, the line's end included. */
static void make_request(char *request, long number) {
  const char *form =
      "{\"jsonrpc\":\"2.0\",\"id\":\"%0*ld\",\"method\":\"getState\",\"params\":{\"resource\":\"menu\"}}\n";
  int width = REQUEST - snprintf(NULL, 0, form, 0, 0L) + 1;
  snprintf(request, REQUEST + 1, form, width, number);
}

static long count_lines(const char *bytes, ssize_t size) {
  long lines = 0;
  for (const char *end = bytes + size; (bytes = memchr(bytes, '\n', (size_t)(end - bytes))); bytes++) lines++;
  return lines;
}

static void burst(long count) {
  static char answers[1 << 18];
  char *requests = malloc((size_t)count * REQUEST + 1);
  if (!requests) fail("malloc");
  for (long number = 0; number < count; number++) make_request(requests + number * REQUEST, number);
  fcntl(to_server, F_SETFL, O_NONBLOCK);
  size_t sent = 0, size = (size_t)count * REQUEST;
  for (long answered = 0; answered < count;) {
    struct pollfd polled[2] = {{from_server, POLLIN, 0}, {sent < size ? to_server : -1, POLLOUT, 0}};
    if (poll(polled, 2, 60000) <= 0) fail("poll");
    if (polled[1].revents) {
      ssize_t written = write(to_server, requests + sent, size - sent);
      if (written < 0 && errno != EAGAIN) fail("write");
      if (written > 0) sent += (size_t)written;
    }
    if (polled[0].revents) {
      ssize_t got = read(from_server, answers, sizeof answers);
      if (got <= 0) fail("the server has ended");
      answered += count_lines(answers, got);
    }
  }
  free(requests);
}

static int by_size(const void *left, const void *right) {
  long long a = *(const long long *)left, b = *(const long long *)right;
  return (a > b) - (a < b);
}

static long long *turns(long count) {
  long long *times = calloc((size_t)count + 1, sizeof *times);
  if (!times) fail("calloc");
  for (long number = 0; number < count; number++) {
    char request[REQUEST + 1], answer[4096];
    make_request(request, number);
    long long start = now();
    if (write(to_server, request, REQUEST) != REQUEST) fail("write");
    ssize_t got = 0;
    do {
      ssize_t more = read(from_server, answer + got, sizeof answer - (size_t)got);
      if (more <= 0) fail("the server has ended");
      got += more;
    } while (answer[got - 1] != '\n');
    times[number] = now() - start;
  }
  qsort(times, (size_t)count, sizeof *times, by_size);
  return times;
}

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  long count = atol(argv[2]);
  start(argv + 3);
  long long began = now(), *times = NULL;
  if (strcmp(argv[1], "burst") == 0) {
    burst(count);
  } else {
    times = turns(count);
  }
  long long took = now() - began;
  close(to_server);
  int status;
  struct rusage usage;
  if (wait4(server, &status, 0, &usage) != server || status != 0) {
    fprintf(stderr, "%s ended with %d\n", argv[3], status);
    return 1;
  }
  long long cpu = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL + usage.ru_utime.tv_usec +
                  usage.ru_stime.tv_usec;
  printf("%lld %lld %lld %lld\n", cpu, took / 1000, times ? times[count / 2] : 0,
         times ? times[count * 99 / 100] : 0);
  return 0;
}
