// The build reads schema/ itself, so that the binary cannot describe another contract than the file does.
// #embed is C23 (N3017); clang has it in every mode as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CSchema.h"

const unsigned char statusd_openrpc_json[] = {
#embed "../../schema/openrpc.json"
};
const size_t statusd_openrpc_json_size = sizeof statusd_openrpc_json;
