/* Removal from a hash table with values of type T. T: i32 i64 u64 f32 f64 c64 c128. */
#ifndef STARDUST_RUNTIME_CLEAR_T_H
#define STARDUST_RUNTIME_CLEAR_T_H

#include "T.h"
#include "keys.h"

/* Clears all slots from the home slot of the key to the next free slot. The other keys of this cluster are removed
   as well, since the caller removes every key. */
LOCAL inline void clear_T(int64_t* restrict keys, int64_t slots, T* restrict values, T fill, int64_t key) {
  for (int64_t slot = home_of(slots, key); keys[slot]; slot = (slot + 1) & (slots - 1)) {
    keys[slot] = 0;
    values[slot] = fill;
  }
}

#endif
