// The files of schema/ that the binary carries, as bytes.
#ifndef STATUSD_CSCHEMA_H
#define STATUSD_CSCHEMA_H

#include <stddef.h>

extern const unsigned char statusd_openrpc_json[];
extern const size_t statusd_openrpc_json_size;

#endif
