/* What `refresh` of a large file costs with jansson: statusd's job without anything around it.

   usage: large fleet|menu FILE

   For each line of input FILE is read by json_load_file, checked as statusd checks it (types, ranges,
   required members, no duplicates), sorted, and written in a response with the shortest numbers that read back
   the same. Every file is parsed and written anew, whether it has changed or not. Input that is not as it
   should be ends the program: no sentence about it is made. */
#define _GNU_SOURCE
#include "entities.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *bytes;
static size_t size, room;

static char *space(size_t count) {
  if (room - size < count) {
    room = 2 * room + count;
    bytes = realloc(bytes, room);
    if (!bytes) exit(71);
  }
  return bytes + size;
}

void put(const char *text) {
  size_t length = strlen(text);
  memcpy(space(length), text, length);
  size += length;
}

void put_string(const json_t *value) {
  if (!json_is_string(value)) exit(65);
  const char *from = json_string_value(value);
  size_t length = json_string_length(value);
  char *to = space(6 * length + 2), *start = to;
  *to++ = '"';
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)from[index];
    if (byte < 0x20) {
      to += sprintf(to, "\\u%04x", byte);
      continue;
    }
    if (byte == '"' || byte == '\\') *to++ = '\\';
    *to++ = (char)byte;
  }
  *to++ = '"';
  size += (size_t)(to - start);
}

void put_number(const json_t *value, double least, double most) {
  if (!json_is_number(value)) exit(65);
  double number = json_number_value(value);
  if (!(number >= least && number <= most)) exit(65);
  char *to = space(40);
  int length = 0;
  for (int digits = 15; digits <= 17; digits++) {
    length = snprintf(to, 40, "%.*g", digits, number);
    if (strtod(to, NULL) == number) break;
  }
  size += (size_t)length;
}

void put_boolean(const json_t *value) {
  if (!json_is_boolean(value)) exit(65);
  put(json_is_true(value) ? "true" : "false");
}

static void respond(long number, int is_menu, const char *path) {
  json_t *value = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
  if (!value) exit(65);
  char head[160];
  snprintf(head, sizeof head,
           "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"resource\":\"%s\",\"revision\":%d,\"status\":\"loaded\","
           "\"isFetching\":false,\"value\":", number, is_menu ? "menu" : "state", 1);
  put(head);
  if (is_menu) {
    put_menu(value);
  } else {
    put_fleet(value);
  }
  put(",\"updatedAt\":\"2000-01-01T00:00:00.000Z\",\"isStale\":false,"
      "\"autoPolling\":{\"enabled\":false,\"interval\":10,\"consecutiveFailures\":0}}}\n");
  json_decref(value);
}

static void flush(void) {
  for (size_t written = 0; written < size;) {
    ssize_t count = write(STDOUT_FILENO, bytes + written, size - written);
    if (count < 0) exit(74);
    written += (size_t)count;
  }
  size = 0;
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    json_t *request = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    if (!json_string_value(json_object_get(request, "method"))) return 65;
    respond(json_integer_value(json_object_get(request, "id")), strcmp(argv[1], "menu") == 0, argv[2]);
    json_decref(request);
    flush();
  }
  return 0;
}
