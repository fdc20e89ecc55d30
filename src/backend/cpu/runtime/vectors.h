/* Vectors of any element type, with the full width of the processor. */
#ifndef STARDUST_RUNTIME_VECTORS_H
#define STARDUST_RUNTIME_VECTORS_H

#include "base.h"

#ifdef __GNUC__
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

#define LANES(type, bytes) __attribute__((vector_size(bytes), aligned(sizeof(type)), may_alias))
#else
#define LANES(type, bytes)
#endif

#if defined(__GNUC__) && !defined(__clang__)
/* For a function with vectors of its own: gcc would also make vectors of its other loops, and scatter them with
   AVX-512, which is slower than single stores. */
#define WITHOUT_SCATTERS __attribute__((noinline, optimize("no-tree-loop-vectorize")))
#else
#define WITHOUT_SCATTERS
#endif

#endif
