/* For files that mask values (masked_T.h). This header comes before all functions of a file. */
#ifndef STARDUST_RUNTIME_SCALAR_MASKS_H
#define STARDUST_RUNTIME_SCALAR_MASKS_H

#include "base.h"

#if defined(__GNUC__) && !defined(__clang__)
/* gcc gathers four masked products into a vector, which takes longer than masking them one by one. */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#endif
