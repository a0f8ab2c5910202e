// Reading TOML with toml++, as a walk over the document that C can take part in.
#ifndef STATUSD_CTOML_H
#define STATUSD_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum __attribute__((enum_extensibility(closed))) {
  statusd_toml_table,
  statusd_toml_array,
  statusd_toml_string,
  statusd_toml_integer,
  statusd_toml_real,
  statusd_toml_boolean,
  /// A date, a time or both.
  statusd_toml_time,
} statusd_toml_kind;

/// A value of the document. What it points to lives until the call that it is passed to returns.
typedef struct {
  statusd_toml_kind kind;
  /// The name under which it stands in a table, in UTF-8; empty in an array and for the document itself.
  const char *name;
  size_t name_count;
  /// The contents of a string, in UTF-8.
  const char *text;
  size_t text_count;
  int64_t integer;
  double real;
  bool boolean;
  /// Where the value begins, from 1.
  uint32_t line;
} statusd_toml_node;

/// Why a text is no TOML.
typedef struct {
  /// From 1.
  uint32_t line, column;
  /// toml++'s own words, cut to fit, ended by NUL; they may quote the text.
  char message[256];
} statusd_toml_error;

/// Parses a whole document and walks over it, depth first: `enter` for every value, `leave` after the contents
/// of a table or an array. Returns false, and fills in the error, for a text that is no TOML.
///
/// The stack grows with the dots of a key, which stands on one line: the caller limits them.
bool statusd_toml_walk(const char *text, size_t count, void *context,
                       void (*enter)(void *context, const statusd_toml_node *node),
                       void (*leave)(void *context), statusd_toml_error *error);

#ifdef __cplusplus
}
#endif

#endif
