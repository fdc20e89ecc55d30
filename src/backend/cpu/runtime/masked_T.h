/* A value if a condition holds, else 0. T: u32 i32 i64 u64 c64 c128. */
#ifndef STARDUST_RUNTIME_MASKED_T_H
#define STARDUST_RUNTIME_MASKED_T_H

#include "T.h"
#include "scalar_masks.h"

LOCAL inline T masked_T(bool condition, T value) { return condition ? value : 0; }

#endif
