// The files of schema/ that the binary carries, as bytes.
#ifndef STATUSD_CSCHEMA_H
#define STATUSD_CSCHEMA_H

#include <stddef.h>

typedef struct {
  const unsigned char *start;
  size_t count;
} statusd_schema_file;

extern const statusd_schema_file statusd_schema_openrpc;

#endif
