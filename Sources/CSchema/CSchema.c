// The build reads schema/ and docs/ itself, so that the binary cannot describe another contract than the files do.
// #embed is C23 (N3017); clang has it in every mode as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CSchema.h"

static const unsigned char openrpc[] = {
#embed "../../schema/openrpc.json"
};

static const unsigned char help[] = {
#embed "../../docs/failures.md"
};

const statusd_schema_file statusd_schema_openrpc = {openrpc, sizeof openrpc};
const statusd_schema_file statusd_schema_help = {help, sizeof help};
