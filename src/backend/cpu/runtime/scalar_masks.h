/* For files that use masked_T.h. Must precede all functions of a file. */
#ifndef STARDUST_RUNTIME_SCALAR_MASKS_H
#define STARDUST_RUNTIME_SCALAR_MASKS_H

#include "base.h"

#if defined(__GNUC__) && !defined(__clang__)
/* gcc would gather four masked products into a vector, which is slower than scalar masking. */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#endif
