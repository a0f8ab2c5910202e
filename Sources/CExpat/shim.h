// Expat, the XML parser: https://libexpat.github.io
#ifndef STATUSD_CEXPAT_SHIM_H
#define STATUSD_CEXPAT_SHIM_H

#include <expat.h>

// Came with expat 2.6.0, and with the security updates of Debian's 2.5.0; NULL in an older library.
__attribute__((weak)) XML_Bool XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled);

/// Has expat look at all it has with each piece. Otherwise it waits until a token that is not complete is twice as
/// long, and meanwhile does not say where it is (CVE-2023-52425).
static inline void statusd_expat_look_at_once(XML_Parser _Nonnull parser) {
  if (XML_SetReparseDeferralEnabled) XML_SetReparseDeferralEnabled(parser, XML_FALSE);
}

#endif
