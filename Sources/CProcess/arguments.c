#include "CProcess.h"

static int count;
static char *const *words;

// glibc passes main's arguments to constructors. The Swift runtime reads /proc/self/cmdline instead, and has no
// arguments where /proc is not mounted.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  words = argv;
}

char *const *statusd_arguments(int *number) {
  *number = count;
  return words;
}
