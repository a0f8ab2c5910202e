// libcurl's types, and its functions as a table that is filled when the first HTTP request is made.
//
// Nothing here links the library: linking it loads some 35 shared libraries at every start of a daemon that
// may never use HTTP. The types of the table's fields come from curl's own header, so the compiler checks
// calls as if the library were linked.
#ifndef STATUSD_CCURL_SHIM_H
#define STATUSD_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

// CURLOPT_QUICK_EXIT is needed: without it, removing a transfer waits until its name is resolved.
#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl must be 7.87 or later"
#endif

#pragma clang assume_nonnull begin

// Every function that is used, without `curl_`; the list makes the table and fills it.
#define CCURL_FUNCTIONS(each) \
  each(easy_cleanup)          \
  each(easy_getinfo)          \
  each(easy_init)             \
  each(easy_pause)            \
  each(easy_setopt)           \
  each(easy_strerror)         \
  each(free)                  \
  each(getdate)               \
  each(global_init)           \
  each(multi_add_handle)      \
  each(multi_info_read)       \
  each(multi_init)            \
  each(multi_remove_handle)   \
  each(multi_setopt)          \
  each(multi_socket_action)   \
  each(slist_append)          \
  each(slist_free_all)        \
  each(url)                   \
  each(url_cleanup)           \
  each(url_get)               \
  each(url_set)               \
  each(version_info)

typedef struct {
#define CCURL_FIELD(name) __typeof__(curl_##name) *name;
  CCURL_FUNCTIONS(CCURL_FIELD)
#undef CCURL_FIELD
} CurlFunctions;

// Fills `functions` from a library that `dlopen` returned. Returns NULL, or the first name that the library
// lacks; then the table must not be used.
static inline const char *_Nullable ccurl_load(CurlFunctions *functions, void *library) {
#define CCURL_LOAD(name)                                                         \
  functions->name = (__typeof__(curl_##name) *_Nonnull)dlsym(library, "curl_" #name); \
  if (!functions->name) return "curl_" #name;
  CCURL_FUNCTIONS(CCURL_LOAD)
#undef CCURL_LOAD
  return NULL;
}

#undef CCURL_FUNCTIONS

// The variadic functions, once for each type of argument. Swift cannot call variadic functions, and the
// compiler would not notice an `int` in place of a `long`.

static inline CURLcode ccurl_set_long(const CurlFunctions *curl, CURL *easy, CURLoption option, long value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(
    const CurlFunctions *curl, CURL *easy, CURLoption option, const char *_Nullable value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(
    const CurlFunctions *curl, CURL *easy, CURLoption option, void *value) {
  return curl->easy_setopt(easy, option, value);
}

// libcurl copies the bytes.
static inline CURLcode ccurl_set_blob(
    const CurlFunctions *curl, CURL *easy, CURLoption option, const void *_Nullable bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl->easy_setopt(easy, option, &blob);
}

// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode ccurl_set_write_function(
    const CurlFunctions *curl, CURL *easy, CURLoption option, curl_write_callback function) {
  return curl->easy_setopt(easy, option, function);
}

static inline CURLcode ccurl_set_prereq_function(
    const CurlFunctions *curl, CURL *easy, curl_prereq_callback function) {
  return curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_set_sockopt_function(
    const CurlFunctions *curl, CURL *easy, curl_sockopt_callback function) {
  return curl->easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, function);
}

static inline CURLcode ccurl_set_resolver_start_function(
    const CurlFunctions *curl, CURL *easy, curl_resolver_start_callback function) {
  return curl->easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, function);
}

static inline CURLcode ccurl_get_long(const CurlFunctions *curl, CURL *easy, CURLINFO info, long *value) {
  return curl->easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_certificates(
    const CurlFunctions *curl, CURL *easy, struct curl_certinfo *_Nullable *_Nonnull chain) {
  return curl->easy_getinfo(easy, CURLINFO_CERTINFO, chain);
}

// What never changes (curl_version_info(3)).
static inline const curl_version_info_data *ccurl_version(const CurlFunctions *curl) {
  return curl->version_info(CURLVERSION_NOW);
}

static inline CURLMcode ccurl_multi_set_long(
    const CurlFunctions *curl, CURLM *multi, CURLMoption option, long value) {
  return curl->multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_pointer(
    const CurlFunctions *curl, CURLM *multi, CURLMoption option, void *value) {
  return curl->multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_socket_function(
    const CurlFunctions *curl, CURLM *multi, curl_socket_callback function) {
  return curl->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}

static inline CURLMcode ccurl_multi_set_timer_function(
    const CurlFunctions *curl, CURLM *multi, curl_multi_timer_callback function) {
  return curl->multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}

#pragma clang assume_nonnull end

#endif
