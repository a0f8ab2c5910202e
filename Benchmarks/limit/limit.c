/* The least that a response can cost with jansson: statusd's job for one message, without anything around it.

   usage: limit [--headers] [--error RESPONSE]

   A message is read, parsed and checked as a request; its id is written back with the bytes that statusd
   writes for `getState`. One read and one write for all the messages that one read brought, as in statusd. No
   limits, no batches, no notifications, ids in jansson's own form: what statusd costs more, it costs for these.

   With --error the file RESPONSE holds an error response of statusd's. It is parsed once, at the start, and
   kept as a tree. For each message the tree gets a fresh id, failureId and occurredAt, and is dumped: the same
   bytes as statusd's, from a tree that is ready. No sentence is made and nothing is remembered.

   With --headers messages and responses have Content-Length headers. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { READ = 65536, LONGEST = 1 << 20, RESPONSE = 4096, HEADER = 32 };

static char input[READ + LONGEST];
static char *output;
static size_t output_size, output_room;
static bool has_headers;
static json_t *error_response, *failure_id, *occurred_at;

static char *room(size_t count) {
  if (output_room - output_size < count) {
    output_room = 2 * output_room + count;
    output = realloc(output, output_room);
    if (!output) exit(71);
  }
  return output + output_size;
}

/* MARK: One message */

static size_t write_state(const json_t *request, char *to) {
  const json_t *params = json_object_get(request, "params");
  const char *resource = params ? json_string_value(json_object_get(params, "resource")) : "state";
  char id[RESPONSE / 2];
  size_t id_size = json_dumpb(json_object_get(request, "id"), id, sizeof id, JSON_ENCODE_ANY);
  if (!resource || id_size == 0 || id_size > sizeof id) exit(65);
  return (size_t)snprintf(
      to, RESPONSE,
      "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"resource\":\"%s\",\"revision\":%d,\"status\":\"%s\","
      "\"isFetching\":%s,\"isStale\":%s,\"autoPolling\":{\"enabled\":%s,\"interval\":%d,"
      "\"consecutiveFailures\":%d}}}",
      (int)id_size, id, resource, 0, "idle", "false", "false", "false", 10, 0);
}

static size_t write_error(const json_t *request, char *to) {
  static unsigned long failures;
  char text[80];
  snprintf(text, sizeof text, "f%lu", ++failures);
  json_string_set_nocheck(failure_id, text);
  struct timespec now;
  struct tm parts;
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &parts);
  snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ", parts.tm_year + 1900, parts.tm_mon + 1,
           parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1000000);
  json_string_set_nocheck(occurred_at, text);
  json_object_set(error_response, "id", json_object_get(request, "id"));
  size_t size = json_dumpb(error_response, to, RESPONSE, JSON_COMPACT);
  if (size == 0 || size > RESPONSE) exit(65);
  return size;
}

static void respond(const char *message, size_t length) {
  json_t *request = json_loadb(message, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
  const char *version = json_string_value(json_object_get(request, "jsonrpc"));
  const char *method = json_string_value(json_object_get(request, "method"));
  if (!version || strcmp(version, "2.0") || !method) exit(65);
  if ((strcmp(method, "getState") == 0) == (error_response != NULL)) exit(65);
  char *to = room(HEADER + RESPONSE + 1);
  char body[RESPONSE];
  char *place = has_headers ? body : to;
  size_t size = error_response ? write_error(request, place) : write_state(request, place);
  if (has_headers) {
    int header = snprintf(to, HEADER, "Content-Length: %zu\r\n\r\n", size);
    memcpy(to + header, body, size);
    size += (size_t)header;
  } else {
    to[size++] = '\n';
  }
  output_size += size;
  json_decref(request);
}

/* MARK: Framing */

/* The end of the first message of [from, end), NULL if there is no whole one; `body` is where its JSON begins. */
static char *message_end(char *from, char *end, char **body, size_t *length) {
  static const char name[] = "Content-Length: ";
  *body = from;
  if (!has_headers) {
    char *stop = memchr(from, '\n', (size_t)(end - from));
    if (!stop) return NULL;
    *length = (size_t)(stop - from);
    return stop + 1;
  }
  char *blank = memmem(from, (size_t)(end - from), "\r\n\r\n", 4);
  if (!blank) return NULL;
  if (memcmp(from, name, sizeof name - 1)) exit(65);
  *length = strtoul(from + sizeof name - 1, NULL, 10);
  *body = blank + 4;
  return (size_t)(end - *body) < *length ? NULL : *body + *length;
}

static void flush(void) {
  for (size_t written = 0; written < output_size;) {
    ssize_t count = write(STDOUT_FILENO, output + written, output_size - written);
    if (count < 0) exit(74);
    written += (size_t)count;
  }
  output_size = 0;
}

static int serve(void) {
  size_t held = 0, length;
  ssize_t count;
  while ((count = read(STDIN_FILENO, input + held, READ)) > 0) {
    char *from = input, *end = input + held + count, *body, *next;
    while ((next = message_end(from, end, &body, &length))) {
      respond(body, length);
      from = next;
    }
    held = (size_t)(end - from);
    if (held > LONGEST) return 65;
    memmove(input, from, held);
    flush();
  }
  return count < 0 ? 74 : 0;
}

static void keep_response(const char *path) {
  error_response = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
  json_t *data = json_object_get(json_object_get(error_response, "error"), "data");
  failure_id = json_object_get(data, "failureId");
  occurred_at = json_object_get(data, "occurredAt");
  if (!failure_id || !occurred_at) exit(65);
}

int main(int argc, char **argv) {
  for (int index = 1; index < argc; index++) {
    if (strcmp(argv[index], "--headers") == 0) {
      has_headers = true;
    } else if (strcmp(argv[index], "--error") == 0 && index + 1 < argc) {
      keep_response(argv[++index]);
    } else {
      return 64;
    }
  }
  return serve();
}
