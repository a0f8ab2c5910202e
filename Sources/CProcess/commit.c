#include "CProcess.h"

// scripts/build-release writes the commit over the zeros of the linked program: so no source depends on it, and a new
// commit compiles nothing. Volatile, or the compiler would answer with the zeros.
static const volatile char commit[] = "statusd-commit:0000000000000000000000000000000000000000";

unsigned char statusd_commit_digit(int index) { return commit[sizeof "statusd-commit:" - 1 + index]; }
