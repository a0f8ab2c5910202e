#ifndef STATUSD_CCURL_SHIM_H
#define STATUSD_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#endif
