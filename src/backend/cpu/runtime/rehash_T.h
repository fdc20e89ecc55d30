/* Growth of a hash table with values of type T. T: i32 i64 u64 f32 f64 c64 c128. */
#ifndef STARDUST_RUNTIME_REHASH_T_H
#define STARDUST_RUNTIME_REHASH_T_H

#include "T.h"
#include "keys.h"

/* Moves keys and values to a larger table. */
LOCAL void rehash_T(const int64_t* keys, const T* values, int64_t slots, int64_t* more_keys, T* more_values,
                    int64_t more, T fill) {
  for (int64_t slot = 0; slot < more; slot++) {
    more_keys[slot] = 0;
    more_values[slot] = fill;
  }
  for (int64_t old = 0; old < slots; old++) {
    if (!keys[old]) continue;
    const int64_t slot = slot_of(more_keys, more, keys[old] - 1);
    more_keys[slot] = keys[old];
    more_values[slot] = values[old];
  }
}

#endif
