/* The widest vectors of T. T: i32 i64 u64 f32 f64. */
#ifndef STARDUST_RUNTIME_LANES_T_H
#define STARDUST_RUNTIME_LANES_T_H

#include "T.h"
#include "vectors.h"

/* A vector, or a single element for compilers without vectors. */
typedef T lanes_T LANES(T, VECTOR_BYTES);
enum { lanes_T_count = sizeof(lanes_T) / sizeof(T) };

#endif
