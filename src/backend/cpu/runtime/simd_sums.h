/* SIMD_SUMS(sign : variables) stands before a loop that adds up into the variables and may do so in any order. This
   header comes before all functions of a file. */
#ifndef STARDUST_RUNTIME_SIMD_SUMS_H
#define STARDUST_RUNTIME_SIMD_SUMS_H

#include "base.h"

#if defined(__GNUC__) && !defined(__clang__)
/* gcc keeps the sums of an `omp simd` loop in memory. It has them in a register of many lanes where it may order
   additions itself. */
#pragma GCC optimize("associative-math", "no-signed-zeros", "no-trapping-math")
#define SIMD_SUMS(...)
#else
#define PRAGMA(text) _Pragma(#text)

#define SIMD_SUMS(...) PRAGMA(omp simd reduction(__VA_ARGS__))
#endif

#endif
