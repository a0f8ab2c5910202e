// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library): the one
// function of it that has no header of its own. `-sanitize=fuzzer` links it.
#ifndef STATUSD_CLIBFUZZER_H
#define STATUSD_CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull testOneInput)(const uint8_t *_Nullable data, size_t size));

#endif
