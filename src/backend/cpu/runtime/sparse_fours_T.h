/* For editors and compilers that read a template *_T.h by itself, with T as double. Instances include the header of
   their type instead. */
#ifndef STARDUST_RUNTIME_SPARSE_FOURS_T_H
#define STARDUST_RUNTIME_SPARSE_FOURS_T_H

#include "sparse_fours_f64.h"

#if defined(__AVX2__)
#define VECTOR_sparse_dot_T VECTOR_sparse_dot_f64
#endif

#endif
