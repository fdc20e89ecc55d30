/* Integer remainder. T: i32 i64. */
#ifndef STARDUST_RUNTIME_REM_T_H
#define STARDUST_RUNTIME_REM_T_H

#include "T.h"
#include "base.h"

/* Returns 0 for the divisor -1, since the division of the least integer would overflow. */
LOCAL inline T rem_T(T a, T b) { return b == -1 ? 0 : a % b; }

#endif
