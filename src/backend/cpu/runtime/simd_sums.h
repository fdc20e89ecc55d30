/* SIMD_SUMS(operator : variables) marks a loop that reduces into the variables in any order. Must precede all
   functions of a file. */
#ifndef STARDUST_RUNTIME_SIMD_SUMS_H
#define STARDUST_RUNTIME_SIMD_SUMS_H

#include "base.h"

#if defined(__GNUC__) && !defined(__clang__)
/* gcc keeps the accumulators of an `omp simd` loop in memory, but in vector registers if it may reassociate
   additions itself. */
#pragma GCC optimize("associative-math", "no-signed-zeros", "no-trapping-math")
#define SIMD_SUMS(...)
#else
#define PRAGMA(text) _Pragma(#text)

#define SIMD_SUMS(...) PRAGMA(omp simd reduction(__VA_ARGS__))
#endif

#endif
