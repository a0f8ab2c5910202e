/* The least that polling by libcurl costs: GETs of one URL on a connection that is kept, each body compared with the one
 * before.
 *
 *   curlpoll new|used URL COUNT MILLISECONDS
 *
 * `new` makes a handle for each poll, `used` has one for all. Once all polls are done, it waits until its input ends. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct body {
  char bytes[1 << 16];
  size_t size;
};

static void fail(const char *what) {
  fprintf(stderr, "curlpoll: %s\n", what);
  exit(1);
}

static size_t take(char *bytes, size_t size, size_t count, void *user) {
  struct body *body = user;
  if (size * count > sizeof body->bytes - body->size) return 0;
  memcpy(body->bytes + body->size, bytes, size * count);
  body->size += size * count;
  return size * count;
}

static CURL *make_handle(const char *url, struct curl_slist *headers) {
  CURL *handle = curl_easy_init();
  if (!handle) fail("no handle");
  curl_easy_setopt(handle, CURLOPT_URL, url);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "curlpoll");
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, 5000L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  return handle;
}

/* Lets the transfers go on until the only one has ended. */
static void finish(CURLM *multi) {
  int running = 1, left;
  while (curl_multi_perform(multi, &running) == CURLM_OK && running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  CURLMsg *message = curl_multi_info_read(multi, &left);
  if (!message || message->msg != CURLMSG_DONE || message->data.result != CURLE_OK) fail("a poll has failed");
}

static void wait_until(struct timespec *next, long milliseconds) {
  next->tv_nsec += milliseconds * 1000000;
  next->tv_sec += next->tv_nsec / 1000000000;
  next->tv_nsec %= 1000000000;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL) == EINTR) {
  }
}

int main(int count, char **words) {
  if (count != 5) fail("new|used URL COUNT MILLISECONDS");
  bool is_new = !strcmp(words[1], "new");
  static struct body bodies[2];
  struct timespec next;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  struct curl_slist *headers = curl_slist_append(NULL, "Accept: application/json, application/problem+json");
  CURL *handle = is_new ? NULL : make_handle(words[2], headers);
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (long number = 0; number < atol(words[3]); number++) {
    if (number > 0) wait_until(&next, atol(words[4]));
    struct body *body = &bodies[number % 2], *last = &bodies[(number + 1) % 2];
    if (is_new) handle = make_handle(words[2], headers);
    body->size = 0;
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, body);
    curl_multi_add_handle(multi, handle);
    finish(multi);
    curl_multi_remove_handle(multi, handle);
    if (is_new) curl_easy_cleanup(handle);
    bool is_same = body->size == last->size && !memcmp(body->bytes, last->bytes, body->size);
    if (!is_same && write(STDOUT_FILENO, "changed\n", 8) != 8) fail("no output");
  }
  char rest;
  while (read(STDIN_FILENO, &rest, 1) > 0) {
  }
  return 0;
}
