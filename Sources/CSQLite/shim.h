// SQLite's types, and its functions as a table that is filled when a store is opened.
//
// Nothing here links the library, so a start without a store does not load it. The types of the table's fields
// come from SQLite's own header, so the compiler checks calls as if the library were linked.
#ifndef STATUSD_CSQLITE_SHIM_H
#define STATUSD_CSQLITE_SHIM_H

#include <dlfcn.h>
#include <sqlite3.h>
#include <stddef.h>

// SQLITE_OPEN_NOFOLLOW is needed: a symbolic link in the place of the file must not be written through.
#if SQLITE_VERSION_NUMBER < 3031000
#error "SQLite must be 3.31 or later"
#endif

#pragma clang assume_nonnull begin

// Every function that is used, without `sqlite3_`; the list makes the table and fills it.
#define CSQLITE_FUNCTIONS(each) \
  each(bind_blob64)             \
  each(bind_int64)              \
  each(bind_null)               \
  each(bind_text64)             \
  each(busy_timeout)            \
  each(changes)                 \
  each(clear_bindings)          \
  each(close)                   \
  each(column_blob)             \
  each(column_bytes)            \
  each(column_int64)            \
  each(column_type)             \
  each(exec)                    \
  each(extended_errcode)        \
  each(extended_result_codes)   \
  each(finalize)                \
  each(libversion_number)       \
  each(open_v2)                 \
  each(prepare_v3)              \
  each(reset)                   \
  each(step)                    \
  each(system_errno)

typedef struct {
#define CSQLITE_FIELD(name) __typeof__(sqlite3_##name) *name;
  CSQLITE_FUNCTIONS(CSQLITE_FIELD)
#undef CSQLITE_FIELD
} SQLiteFunctions;

// Fills `functions` from a library that `dlopen` returned. Returns NULL, or the first name that the library
// lacks; then the table must not be used.
static inline const char *_Nullable csqlite_load(SQLiteFunctions *functions, void *library) {
#define CSQLITE_LOAD(name)                                                              \
  functions->name = (__typeof__(sqlite3_##name) *_Nonnull)dlsym(library, "sqlite3_" #name); \
  if (!functions->name) return "sqlite3_" #name;
  CSQLITE_FUNCTIONS(CSQLITE_LOAD)
#undef CSQLITE_LOAD
  return NULL;
}

#undef CSQLITE_FUNCTIONS

// SQLite copies the bytes. SQLITE_TRANSIENT is a number in the place of a function, which Swift cannot write.
static inline int csqlite_bind_blob(
    const SQLiteFunctions *sqlite, sqlite3_stmt *statement, int index, const void *_Nullable bytes, size_t count) {
  // NULL would be bound as SQL's NULL, not as a blob without bytes.
  return sqlite->bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_text(
    const SQLiteFunctions *sqlite, sqlite3_stmt *statement, int index, const void *_Nullable bytes, size_t count) {
  return sqlite->bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#pragma clang assume_nonnull end

#endif
