/* Common base of the runtime: the C library, and the structures of a kernel's arguments. */
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

/* Runtime functions are local to each file, and some of them may be unused. */
#ifdef __GNUC__
#define LOCAL __attribute__((unused)) static
#define SELDOM __attribute__((noinline, cold))
#else
#define LOCAL static
#define SELDOM
#endif

#endif
