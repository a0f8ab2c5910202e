// The files of the contract in the binary, as bytes.
#ifndef STATUSD_CSCHEMA_H
#define STATUSD_CSCHEMA_H

#include <stddef.h>

typedef struct {
  const unsigned char *start;
  size_t count;
} statusd_schema_file;

extern const statusd_schema_file statusd_schema_openrpc;
extern const statusd_schema_file statusd_schema_configuration;
extern const statusd_schema_file statusd_schema_scenario;
extern const statusd_schema_file statusd_schema_failures;
extern const statusd_schema_file statusd_schema_errors;
extern const statusd_schema_file statusd_schema_tools;
// docs/failures.md in UTF-8.
extern const statusd_schema_file statusd_schema_help;

#endif
