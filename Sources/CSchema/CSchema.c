// The compiler embeds files of schema/ and docs/, so the binary always describes the same contract as the
// files.
// #embed is C23 (N3017); clang has it as an extension in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CSchema.h"

static const unsigned char openrpc[] = {
#embed "../../schema/openrpc.json"
};

static const unsigned char configuration[] = {
#embed "../../schema/configuration.schema.json"
};

static const unsigned char scenario[] = {
#embed "../../schema/scenario.schema.json"
};

static const unsigned char failures[] = {
#embed "../../schema/failures.json"
};

static const unsigned char errors[] = {
#embed "../../schema/errors.json"
};

static const unsigned char tools[] = {
#embed "../../schema/mcp/tools.json"
};

static const unsigned char help[] = {
#embed "../../docs/failures.md"
};

const statusd_schema_file statusd_schema_openrpc = {openrpc, sizeof openrpc};
const statusd_schema_file statusd_schema_configuration = {configuration, sizeof configuration};
const statusd_schema_file statusd_schema_scenario = {scenario, sizeof scenario};
const statusd_schema_file statusd_schema_failures = {failures, sizeof failures};
const statusd_schema_file statusd_schema_errors = {errors, sizeof errors};
const statusd_schema_file statusd_schema_tools = {tools, sizeof tools};
const statusd_schema_file statusd_schema_help = {help, sizeof help};
