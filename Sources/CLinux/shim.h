// The parts of Linux that Swift's Glibc module leaves out.
#ifndef STATUSD_CLINUX_SHIM_H
#define STATUSD_CLINUX_SHIM_H

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

#endif
