/* The least that an answer can cost with jansson: statusd's job for getState, without anything around it.

   A line is read, parsed and checked as a request, its id is written back with a snapshot as long as
   statusd's. One read and one write for all the lines that one read brought, as in statusd. No limits, no
   batches, no errors, no notifications, ids in jansson's own form: what more statusd costs, it costs for
   these. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ = 65536, ANSWER = 512, LONGEST = 1 << 20 };

static char input[READ + LONGEST];
static char *output;
static size_t output_size, output_room;

static char *room(size_t count) {
  if (output_room - output_size < count) {
    output_room = 2 * output_room + count;
    output = realloc(output, output_room);
    if (!output) exit(1);
  }
  return output + output_size;
}

static void answer(const char *line, size_t length) {
  json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
  const char *version = json_string_value(json_object_get(request, "jsonrpc"));
  const char *method = json_string_value(json_object_get(request, "method"));
  const json_t *params = json_object_get(request, "params");
  const char *resource = json_string_value(json_object_get(params, "resource"));
  if (!version || strcmp(version, "2.0") || !method || strcmp(method, "getState") || !resource) exit(65);
  char id[ANSWER];
  size_t id_length = json_dumpb(json_object_get(request, "id"), id, sizeof id, JSON_ENCODE_ANY);
  if (id_length == 0 || id_length >= sizeof id) exit(65);
  output_size += (size_t)snprintf(
      room(2 * ANSWER), 2 * ANSWER,
      "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"resource\":\"%s\",\"revision\":%d,\"status\":\"%s\","
      "\"isFetching\":%s,\"isStale\":%s}}\n",
      (int)id_length, id, resource, 0, "idle", "false", "false");
  json_decref(request);
}

static void flush(void) {
  for (size_t written = 0; written < output_size;) {
    ssize_t count = write(STDOUT_FILENO, output + written, output_size - written);
    if (count < 0) exit(74);
    written += (size_t)count;
  }
  output_size = 0;
}

int main(void) {
  size_t held = 0;
  ssize_t count;
  while ((count = read(STDIN_FILENO, input + held, READ)) > 0) {
    char *line = input, *end = input + held + count, *stop;
    while ((stop = memchr(line, '\n', (size_t)(end - line)))) {
      answer(line, (size_t)(stop - line));
      line = stop + 1;
    }
    held = (size_t)(end - line);
    if (held > LONGEST) return 65;
    memmove(input, line, held);
    flush();
  }
  return count < 0 ? 74 : 0;
}
