/* A double if a condition holds, else 0, without a branch. */
#ifndef STARDUST_RUNTIME_MASKED_F64_H
#define STARDUST_RUNTIME_MASKED_F64_H

#include "scalar_masks.h"

LOCAL inline double masked_f64(bool condition, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits &= 0 - (uint64_t)condition;
  memcpy(&value, &bits, sizeof bits);
  return value;
}

#endif
