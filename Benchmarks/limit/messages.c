#include "load.h"

int to_server, from_server;

static bool headers, counts_everything;

void fail(const char *what) {
  perror(what);
  exit(1);
}

long long now(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time)) fail("clock_gettime");
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void set_framing(bool has_headers, bool every_message) {
  headers = has_headers;
  counts_everything = every_message;
}

/* How long the first message of `size` bytes is, framing included; 0 if it is not whole. */
static size_t frame_size(const char *bytes, size_t size) {
  if (!headers) {
    const char *end = memchr(bytes, '\n', size);
    return end ? (size_t)(end - bytes) + 1 : 0;
  }
  const char *blank = memmem(bytes, size, "\r\n\r\n", 4);
  if (!blank) return 0;
  const char *length = memmem(bytes, (size_t)(blank - bytes), "Content-Length:", 15);
  if (!length) fail("a message without Content-Length");
  size_t whole = (size_t)(blank - bytes) + 4 + strtoul(length + 15, NULL, 10);
  return whole <= size ? whole : 0;
}

struct messages read_messages(const char *path) {
  struct messages messages = {0};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts;
  if (file < 0 || fstat(file, &facts)) fail(path);
  messages.size = (size_t)facts.st_size;
  messages.bytes = malloc(messages.size + 1);
  if (!messages.bytes || read(file, messages.bytes, messages.size) != facts.st_size) fail(path);
  messages.bytes[messages.size] = 0;
  close(file);
  for (size_t at = 0, size; at < messages.size; at += size) {
    size = frame_size(messages.bytes + at, messages.size - at);
    if (size == 0) fail("a message that is cut off");
    messages.each = realloc(messages.each, (size_t)(messages.count + 1) * sizeof *messages.each);
    if (!messages.each) fail("realloc");
    messages.each[messages.count++] = (struct message){messages.bytes + at, size};
  }
  return messages;
}

size_t size_of(const struct messages *messages, long count) {
  size_t size = messages->size * (size_t)(count / messages->count);
  for (long number = 0; number < count % messages->count; number++) size += messages->each[number].size;
  return size;
}

void write_all(const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t written = write(to_server, bytes, size);
    if (written < 0) fail("write");
    bytes += written;
    size -= (size_t)written;
  }
}

long read_responses(void) {
  static char *held;
  static size_t size, room;
  if (room - size < 1 << 18) {
    room = 2 * room + (1 << 18);
    held = realloc(held, room);
    if (!held) fail("realloc");
  }
  ssize_t got = read(from_server, held + size, room - size);
  if (got <= 0) fail("the server has ended");
  size += (size_t)got;
  long responses = 0;
  size_t at = 0, frame;
  while ((frame = frame_size(held + at, size - at)) > 0) {
    if (counts_everything || !memmem(held + at, frame, "\"method\":", 9)) responses++;
    at += frame;
  }
  size -= at;
  memmove(held, held + at, size);
  return responses;
}

long memory(pid_t process, const char *name) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *status = fopen(path, "re");
  if (!status) fail(path);
  long kib = 0;
  while (fgets(line, sizeof line, status)) {
    if (strncmp(line, name, strlen(name)) == 0) kib = atol(line + strlen(name));
  }
  fclose(status);
  return kib * 1024;
}
