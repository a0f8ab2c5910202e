// Expat, the XML parser: https://libexpat.github.io
#ifndef STATUSD_CEXPAT_SHIM_H
#define STATUSD_CEXPAT_SHIM_H

#include <expat.h>

#endif
