/* For editors and compilers that read a template *_T.h by itself, with T as double. Instances include the header of
   their type instead. */
#ifndef STARDUST_RUNTIME_SHORT_UNION_T_H
#define STARDUST_RUNTIME_SHORT_UNION_T_H

#include "short_union_f64.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define APPEND_unite_T APPEND_unite_f64
#define VECTOR_unite_T VECTOR_unite_f64
#endif

#endif
