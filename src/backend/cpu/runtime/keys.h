/* Hash table by open addressing with linear probing, and a value for each key. An element of the array `keys` is a
   key plus one, or 0 for a free slot. The number of slots is a power of two, and the load factor is at most 1/2. */
#ifndef STARDUST_RUNTIME_KEYS_H
#define STARDUST_RUNTIME_KEYS_H

#include "arrays.h"

/* The home slot of a key, at which probing begins. */
LOCAL inline int64_t home_of(int64_t slots, int64_t key) {
  const uint64_t folded = (uint64_t)key ^ (uint64_t)key >> 32;
  return (int64_t)(folded * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
}

/* The slot of the key, or the free slot for its insertion. */
LOCAL inline int64_t slot_of(const int64_t* keys, int64_t slots, int64_t key) {
  int64_t slot = home_of(slots, key);
  while (keys[slot] && keys[slot] != key + 1) slot = (slot + 1) & (slots - 1);
  return slot;
}

/* The slot of the key, or -1 if it is absent. */
LOCAL inline int64_t find_key(const int64_t* keys, int64_t slots, int64_t key) {
  const int64_t slot = slots ? slot_of(keys, slots, key) : 0;
  return slots && keys[slot] ? slot : -1;
}

/* Sets `slot` to the slot of the key. A new key is inserted and increments `count`. `type` is the suffix of the type
   of the values. */
#define INSERT(type, key, keys, values, slot, fill, count, label)                \
  do {                                                                           \
    const int64_t key_ = (key);                                                  \
    if (2 * count >= keys##_length) {                                            \
      const int64_t room_ = keys##_length ? 2 * keys##_length : 64;              \
      int64_t* const keys_ = resized(NULL, room_, sizeof *keys);                 \
      void* const values_ = keys_ ? resized(NULL, room_, sizeof *values) : NULL; \
      if (!values_) free(keys_);                                                 \
      if (!values_) FAIL(STARDUST_OUT_OF_MEMORY, label);                         \
      rehash_##type(keys, values, keys##_length, keys_, values_, room_, fill);   \
      free(keys);                                                                \
      free(values);                                                              \
      keys = keys_;                                                              \
      values = values_;                                                          \
      keys##_length = keys##_capacity = values##_capacity = room_;               \
    }                                                                            \
    slot = slot_of(keys, keys##_length, key_);                                   \
    count += !keys[slot];                                                        \
    keys[slot] = key_ + 1;                                                       \
  } while (0)

#endif
