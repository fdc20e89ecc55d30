/* Integer division. T: i32 i64. */
#ifndef STARDUST_RUNTIME_DIV_T_H
#define STARDUST_RUNTIME_DIV_T_H

#include "T.h"
#include "base.h"

/* The least integer divided by -1 wraps to itself. */
LOCAL inline T div_T(T a, T b) { return b == -1 ? (T)(0 - (uint64_t)a) : a / b; }

#endif
