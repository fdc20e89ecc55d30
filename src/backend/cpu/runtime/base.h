/* What all of the runtime builds on: the C library, and the structures of a kernel's arguments. */
#ifndef STARDUST_RUNTIME_BASE_H
#define STARDUST_RUNTIME_BASE_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stardust_kernel.h"

/* The functions of the runtime: each file has its own, and need not call them all. */
#ifdef __GNUC__
#define LOCAL __attribute__((unused)) static
#else
#define LOCAL static
#endif

#endif
