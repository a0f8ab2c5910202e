// jansson's header as it is. Its macros and variadic functions do not reach Swift; nothing here needs them.
#ifndef STATUSD_CJANSSON_SHIM_H
#define STATUSD_CJANSSON_SHIM_H

#include <jansson.h>

#ifndef JANSSON_THREAD_SAFE_REFCOUNT
#error "jansson must count references atomically (2.11 or later with compiler atomics)"
#endif

#endif
