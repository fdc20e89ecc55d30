/* Compaction of a row from occupancy flags. T: i32 i64 u64 f32 f64.

   If an instruction expands all set bits of a word to coordinates, the coordinates of many words are written first,
   and their values are gathered afterwards. 800 rows of 800 elements: with 3 % occupied, 0.05 ms instead of 0.12 ms
   bit by bit; with 8 %, 0.08 instead of 0.14 ms; from 25 %, no difference. Other processors compact four elements at
   a time, or a whole vector if it is dense enough. Excess elements of a store are overwritten by those of the next
   word. The last word avoids such stores, since the part of another thread may follow. */
#ifndef STARDUST_RUNTIME_PACK_T_H
#define STARDUST_RUNTIME_PACK_T_H

#include "T.h"
#include "pack.h"

#ifdef PACK_INDICES
/* Gathers the values at coordinates that are already appended. */
LOCAL inline void take_pack_T(T* restrict values, const int32_t* restrict crd, T* restrict vals, int64_t begin,
                              int64_t end, T fill) {
  for (; begin < end; begin++) {
    vals[begin] = values[crd[begin]];
    values[crd[begin]] = fill;
  }
}

/* Appends the elements n below `size` with stored[n], in order, to `crd` and `vals`, which have `count` elements.
   Returns the new count. Clears the flags, and resets the occupied elements of `values` to `fill`. */
LOCAL int64_t pack_T(T* restrict values, bool* restrict stored, int64_t size, int32_t* restrict crd, T* restrict vals,
                     int64_t count, T fill) {
  int64_t taken = count;
  for (int64_t n = 0; n < size; n += 64) {
    if (n % 256 == 0 && size - n >= 256 && none_of_256(stored + n)) {
      n += 192;
      continue;
    }
    uint64_t bits = taken_flags(stored + n, size - n);
    const int64_t found = bit_count(bits);
    if (found <= PACK_INDICES_UNTIL) {
      pack_indices(bits, found, (int32_t)n, crd + count);
      count += found;
      continue;
    }
    take_pack_T(values, crd, vals, taken, count, fill);
    for (int64_t k = n; bits; k += PACK_LANES, bits >>= PACK_LANES)
      count += pack_lanes(values + k, (unsigned)bits & ((1u << PACK_LANES) - 1), (int32_t)k, crd + count, vals + count,
                          &fill, sizeof fill);
    taken = count;
  }
  take_pack_T(values, crd, vals, taken, count, fill);
  return count;
}
#else
/* As above. */
LOCAL WITHOUT_SLP int64_t pack_T(T* restrict values, bool* restrict stored, int64_t size, int32_t* restrict crd,
                                 T* restrict vals, int64_t count, T fill) {
  uint64_t next = size > 0 ? taken_flags(stored, size) : 0;
  for (int64_t n = 0; n < size; n += 64) {
    uint64_t bits = next;
    next = size - n > 64 ? taken_flags(stored + n + 64, size - n - 64) : 0;
    if (!bits) continue;
    const int64_t found = bit_count(bits), behind = bit_count(next);
#ifdef PACK_LANES
    if (found > PACK_LANES_FROM && behind >= PACK_LANES_SPILL) {
      for (int64_t k = n; bits; k += PACK_LANES, bits >>= PACK_LANES)
        count += pack_lanes(values + k, (unsigned)bits & ((1u << PACK_LANES) - 1), (int32_t)k, crd + count,
                            vals + count, &fill, sizeof fill);
      continue;
    }
#endif
    if (found > 2 && behind >= 3) {
      const int64_t end = count + found;
      for (; count < end; count += 4) {
        for (int64_t more = 0; more < 4; more++, bits &= bits - 1) {
          /* Without further bits, this is the last element of the word, already processed. */
          const int64_t k = n + lowest_bit(bits | (uint64_t)1 << 63);
          crd[count + more] = (int32_t)k;
          vals[count + more] = values[k];
          values[k] = fill;
        }
      }
      count = end;
      continue;
    }
    for (; bits; bits &= bits - 1) {
      const int64_t k = n + lowest_bit(bits);
      crd[count] = (int32_t)k;
      vals[count++] = values[k];
      values[k] = fill;
    }
  }
  return count;
}
#endif

#endif
