/* A float if a condition holds, else 0, without a branch. */
#ifndef STARDUST_RUNTIME_MASKED_F32_H
#define STARDUST_RUNTIME_MASKED_F32_H

#include "scalar_masks.h"

LOCAL inline float masked_f32(bool condition, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits &= 0 - (uint32_t)condition;
  memcpy(&value, &bits, sizeof bits);
  return value;
}

#endif
