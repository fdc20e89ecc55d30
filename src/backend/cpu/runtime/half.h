/* Floating-point numbers of 16 bits, which are computed as float. f16: IEEE 754, 5 bits of exponent and 10 of fraction;
   bf16: the upper half of a float. Without branches, so that loops over them become vectors. */
#ifndef STARDUST_RUNTIME_HALF_H
#define STARDUST_RUNTIME_HALF_H

#include "base.h"

typedef uint16_t f16_bits;
typedef uint16_t bf16_bits;

LOCAL inline float float_of_bits(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
LOCAL inline uint32_t bits_of_float(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

LOCAL inline float widened_bf16(bf16_bits a) { return float_of_bits((uint32_t)a << 16); }

/* To the nearest number, a tie to the even one. */
LOCAL inline bf16_bits narrowed_bf16(float a) {
  const uint32_t bits = bits_of_float(a), rounded = bits + 0x7fff + ((bits >> 16) & 1);
  return (bf16_bits)((bits & 0x7fffffff) > 0x7f800000 ? (bits >> 16) | 0x40 : rounded >> 16);
}

/* The fields of a float, with an exponent that is too small by 112. */
LOCAL inline float widened_f16(f16_bits a) {
  const uint32_t sign = (uint32_t)(a & 0x8000) << 16, magnitude = (uint32_t)(a & 0x7fff) << 13;
  const uint32_t finite = bits_of_float(float_of_bits(magnitude) * 0x1p112f);
  return float_of_bits(sign | (magnitude >= 0xf800000 ? magnitude | 0x7f800000 : finite));
}

/* A sum with 1/2 rounds a small number to the multiples of the least one. */
LOCAL inline f16_bits narrowed_f16(float a) {
  const uint32_t bits = bits_of_float(a), sign = (bits >> 16) & 0x8000, magnitude = bits & 0x7fffffff;
  const uint32_t small = bits_of_float(float_of_bits(magnitude) + 0.5f) - 0x3f000000;
  const uint32_t normal = (magnitude - 0x38000000 + 0xfff + ((magnitude >> 13) & 1)) >> 13;
  const uint32_t finite = magnitude < 0x38800000 ? small : normal;
  const uint32_t large = magnitude > 0x7f800000 ? 0x7e00 : 0x7c00;
  return (f16_bits)(sign | (magnitude < 0x47800000 ? finite : large));
}

#endif
