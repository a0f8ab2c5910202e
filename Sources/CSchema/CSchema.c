// The build reads schema/ itself, so that the binary cannot describe another contract than the file does.
// #embed is C23 (N3017); clang has it in every mode as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CSchema.h"

static const unsigned char openrpc[] = {
#embed "../../schema/openrpc.json"
};

const statusd_schema_file statusd_schema_openrpc = {openrpc, sizeof openrpc};
