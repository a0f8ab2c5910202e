// The compiler embeds files of schema/ and docs/, so the binary always describes the same contract as the
// files.
// #embed is C23 (N3017); clang has it as an extension in every mode.
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
