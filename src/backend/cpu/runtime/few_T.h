/* Vectors of T of half the width. T: i32 i64 u64 f32 f64. */
#ifndef STARDUST_RUNTIME_FEW_T_H
#define STARDUST_RUNTIME_FEW_T_H

#include "T.h"
#include "vectors.h"

/* Half as many elements as lanes_T. */
typedef T few_T LANES(T, VECTOR_BYTES / 2);
enum { few_T_count = sizeof(few_T) / sizeof(T) };

#endif
