/* The remainder of integers. T: i32 i64. */
#ifndef STARDUST_RUNTIME_REM_T_H
#define STARDUST_RUNTIME_REM_T_H

#include "T.h"
#include "base.h"

/* 0 for -1, by which the least integer must not be divided. */
LOCAL inline T rem_T(T a, T b) { return b == -1 ? 0 : a % b; }

#endif
