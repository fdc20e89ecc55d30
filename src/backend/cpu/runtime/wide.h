/* Whether the processor has vectors of eight 8-byte elements with compress and expand instructions (AVX-512). */
#ifndef STARDUST_RUNTIME_WIDE_H
#define STARDUST_RUNTIME_WIDE_H

#include "base.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define WIDE true
#else
#define WIDE false
#endif

#endif
