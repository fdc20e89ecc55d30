/* The runtime of printed CUDA on the device: memory, lanes, hash tables, sorting. Included by stardust_cuda.h. */
#ifndef STARDUST_CUDA_DEVICE_H
#define STARDUST_CUDA_DEVICE_H

/* Raises the status. Kernels end on their own; the host looks after each launch that can fail. */
STARDUST_DEVICE void stardust_raise(stardust_device* device, int32_t status) { atomicMax(&device->status, status); }

/* ---- Lanes: all of a warp or a block call these functions together, and get the same value. */

#define STARDUST_EXCHANGE(type)                                      \
  STARDUST_DEVICE type stardust_exchange(type value, int distance) { \
    return __shfl_xor_sync(0xffffffffu, value, distance);            \
  }
STARDUST_EXCHANGE(int32_t)
STARDUST_EXCHANGE(uint32_t)
STARDUST_EXCHANGE(long long)
STARDUST_EXCHANGE(unsigned long long)
STARDUST_EXCHANGE(float)
STARDUST_EXCHANGE(double)
STARDUST_DEVICE long stardust_exchange(long value, int distance) {
  return (long)__shfl_xor_sync(0xffffffffu, (long long)value, distance);
}
STARDUST_DEVICE unsigned long stardust_exchange(unsigned long value, int distance) {
  return (unsigned long)__shfl_xor_sync(0xffffffffu, (unsigned long long)value, distance);
}
STARDUST_DEVICE bool stardust_exchange(bool value, int distance) {
  return __shfl_xor_sync(0xffffffffu, (int32_t)value, distance) != 0;
}
STARDUST_DEVICE complex64 stardust_exchange(complex64 value, int distance) {
  return complex64(stardust_exchange(value.real, distance), stardust_exchange(value.imaginary, distance));
}
STARDUST_DEVICE complex128 stardust_exchange(complex128 value, int distance) {
  return complex128(stardust_exchange(value.real, distance), stardust_exchange(value.imaginary, distance));
}

/* Operators of reductions. The least and the greatest are NaN if an operand is. */
struct stardust_sum {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const {
    return (T)(a + b);
  }
};
struct stardust_product {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const {
    return (T)(a * b);
  }
  STARDUST_SIDES complex64 operator()(complex64 a, complex64 b) const { return times_c64(a, b); }
  STARDUST_SIDES complex128 operator()(complex128 a, complex128 b) const { return times_c128(a, b); }
};
struct stardust_least {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};
struct stardust_greatest {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};
struct stardust_any {
  STARDUST_SIDES bool operator()(bool a, bool b) const { return a || b; }
};

template <class F, class T>
STARDUST_DEVICE T stardust_reduce_warp(T value) {
  for (int distance = 16; distance > 0; distance /= 2) value = F()(value, stardust_exchange(value, distance));
  return value;
}
template <class F, class T>
STARDUST_DEVICE T stardust_reduce_block(T value) {
  STARDUST_SHARED(T, parts, STARDUST_BLOCK / 32, STARDUST_BLOCK);
  value = stardust_reduce_warp<F>(value);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  STARDUST_MEET_BLOCK();
  value = parts[0];
  for (int n = 1; n < STARDUST_BLOCK / 32; n++) value = F()(value, (T)parts[n]);
  STARDUST_MEET_BLOCK();
  return value;
}

/* The sums before each of the first `size` elements, and sums[size] = the sum of all, by one block. */
STARDUST_KERNEL stardust_scan(STARDUST_GLOBAL(int64_t) sums, const int64_t size) {
  STARDUST_SHARED(int64_t, parts, STARDUST_BLOCK, STARDUST_BLOCK);
  const int64_t share = (size + STARDUST_BLOCK - 1) / STARDUST_BLOCK, first = share * (int64_t)threadIdx.x;
  const int64_t begin = first < size ? first : size, end = begin + share < size ? begin + share : size;
  int64_t sum = 0;
  for (int64_t k = begin; k < end; k++) sum += sums[k];
  parts[threadIdx.x] = sum;
  STARDUST_MEET_BLOCK();
  int64_t before = 0;
  for (unsigned n = 0; n < threadIdx.x; n++) before += parts[n];
  for (int64_t k = begin; k < end; k++) {
    const int64_t element = sums[k];
    sums[k] = before;
    before += element;
  }
  if (threadIdx.x == STARDUST_BLOCK - 1) sums[size] = before;
}
/* The same by one thread. */
template <class A>
STARDUST_DEVICE void stardust_scan_serially(A sums, int64_t size) {
  int64_t before = 0;
  for (int64_t k = 0; k < size; k++) {
    const int64_t element = sums[k];
    sums[k] = before;
    before += element;
  }
  sums[size] = before;
}

#define FAIL(reason, label)         \
  do {                              \
    stardust_raise(device, reason); \
    goto label;                     \
  } while (0)

#ifndef STARDUST_EMULATED
/* Updates an element that other threads update, too. */
template <class F, class T, class W>
STARDUST_DEVICE void stardust_exchange_word(T* at, T value) {
  static_assert(sizeof(T) == sizeof(W), "a word has the size of the element");
  W* const word = (W*)at;
  W before = *word, expected;
  do {
    expected = before;
    T element;
    memcpy(&element, &expected, sizeof element);
    element = F()(element, value);
    W next;
    memcpy(&next, &element, sizeof next);
    before = atomicCAS(word, expected, next);
  } while (before != expected);
}
template <class F, class T>
STARDUST_DEVICE void stardust_update_word(F, T* at, T value, unsigned int) {
  stardust_exchange_word<F, T, unsigned int>(at, value);
}
template <class F, class T>
STARDUST_DEVICE void stardust_update_word(F, T* at, T value, unsigned long long) {
  stardust_exchange_word<F, T, unsigned long long>(at, value);
}
STARDUST_DEVICE void stardust_update_word(stardust_sum, int32_t* at, int32_t value, unsigned int) {
  atomicAdd(at, value);
}
STARDUST_DEVICE void stardust_update_word(stardust_sum, int64_t* at, int64_t value, unsigned long long) {
  atomicAdd((unsigned long long*)at, (unsigned long long)value); /* wraps as the signed sum does */
}
template <bool small>
struct stardust_word {
  typedef unsigned long long type;
};
template <>
struct stardust_word<true> {
  typedef unsigned int type;
};
template <class F, class T>
STARDUST_DEVICE void stardust_update(T* array, int64_t index, T value) {
  stardust_update_word(F(), array + index, value, (typename stardust_word<sizeof(T) == 4>::type)0);
}

/* Memory for `count` elements until the end of the launch or, of a serial kernel, of the call. Null: there is none. */
template <class T>
STARDUST_DEVICE T* stardust_take(stardust_device* device, int64_t count) {
  if (count < 0 || (unsigned long long)count > device->size / sizeof(T)) return 0;
  const unsigned long long bytes = ((unsigned long long)count * sizeof(T) + 16) & ~15ULL;
  const unsigned long long at = atomicAdd(&device->used, bytes);
  return at + bytes <= device->size ? (T*)(device->heap + at) : 0;
}
#endif

/* Arrays of kernels: NAME, NAME_capacity and, where it is used, NAME_length. */
#define ALLOCATE(type, array, count, label)                     \
  do {                                                          \
    const int64_t count_ = (count);                             \
    if (count_ > array##_capacity) {                            \
      type* const taken_ = stardust_take<type>(device, count_); \
      if (!taken_) FAIL(STARDUST_OUT_OF_MEMORY, label);         \
      array = taken_;                                           \
      array##_capacity = count_;                                \
    }                                                           \
  } while (0)

#define ALLOCATE_FILLED(type, array, count, value, label)     \
  do {                                                        \
    const int64_t size_ = (count);                            \
    ALLOCATE(type, array, size_, label);                      \
    for (int64_t k_ = 0; k_ < size_; k_++) array[k_] = value; \
  } while (0)

/* Ensures capacity for `count` elements, preserving the contents. */
#define RESERVE(type, array, count, label)                                            \
  do {                                                                                \
    if ((count) > array##_capacity) {                                                 \
      type* const taken_ = stardust_take<type>(device, count);                        \
      if (!taken_) FAIL(STARDUST_OUT_OF_MEMORY, label);                               \
      STARDUST_GLOBAL(type) moved_ = taken_;                                          \
      for (int64_t k_ = 0; k_ < array##_capacity; k_++) moved_[k_] = (type)array[k_]; \
      array = taken_;                                                                 \
      array##_capacity = (count);                                                     \
    }                                                                                 \
  } while (0)

#define RESIZE(type, array, count, label) \
  do {                                    \
    const int64_t count_ = (count);       \
    RESERVE(type, array, count_, label);  \
    array##_length = count_;              \
  } while (0)

#define RESIZE_FILLED(type, array, count, value, label)                     \
  do {                                                                      \
    const int64_t count_ = (count);                                         \
    RESERVE(type, array, count_, label);                                    \
    for (int64_t k_ = array##_length; k_ < count_; k_++) array[k_] = value; \
    array##_length = count_;                                                \
  } while (0)

/* Ensures capacity with amortised cost. */
#define GROW(type, array, count, label)                                                          \
  do {                                                                                           \
    const int64_t count_ = (count);                                                              \
    if (count_ > array##_capacity) {                                                             \
      const int64_t double_ = 2 * array##_capacity, room_ = count_ > double_ ? count_ : double_; \
      RESERVE(type, array, room_, label);                                                        \
    }                                                                                            \
  } while (0)

#define LENGTHEN(array, count)                              \
  do {                                                      \
    if ((count) > array##_length) array##_length = (count); \
  } while (0)

/* Moves elements to a place in the same array; the ranges may overlap. */
template <class A>
STARDUST_DEVICE void stardust_move(A array, int64_t begin, int64_t end, int64_t to) {
  if (to <= begin)
    for (int64_t k = begin; k < end; k++) array[to + k - begin] = array[k];
  else
    for (int64_t k = end; k-- > begin;) array[to + k - begin] = array[k];
}

/* Ascending: insertion sort of few elements, heap sort of many. */
template <class T, class A>
STARDUST_DEVICE void stardust_sift(A array, int64_t begin, int64_t root, int64_t count) {
  const T value = array[begin + root];
  for (int64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && (T)array[begin + child] < (T)array[begin + child + 1]) child++;
    if ((T)array[begin + child] <= value) break;
    array[begin + root] = (T)array[begin + child];
    root = child;
  }
  array[begin + root] = value;
}
template <class T, class A>
STARDUST_DEVICE void stardust_sort(A array, int64_t begin, int64_t end) {
  const int64_t count = end - begin;
  if (count <= 24) {
    for (int64_t i = begin + 1; i < end; i++) {
      const T value = array[i];
      int64_t hole = i;
      for (; hole > begin && (T)array[hole - 1] > value; hole--) array[hole] = (T)array[hole - 1];
      array[hole] = value;
    }
    return;
  }
  for (int64_t root = count / 2; root-- > 0;) stardust_sift<T>(array, begin, root, count);
  for (int64_t last = count - 1; last > 0; last--) {
    const T largest = array[begin];
    array[begin] = (T)array[begin + last];
    array[begin + last] = largest;
    stardust_sift<T>(array, begin, 0, last);
  }
}

/* Hash tables by open addressing: an element of `keys` is a key plus one, or 0. The number of slots is a power of two,
   and at most half of them are taken. */
STARDUST_DEVICE int64_t stardust_home(int64_t slots, int64_t key) {
  const uint64_t folded = (uint64_t)key ^ (uint64_t)key >> 32;
  return (int64_t)(folded * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
}
template <class A>
STARDUST_DEVICE int64_t stardust_slot(A keys, int64_t slots, int64_t key) {
  int64_t slot = stardust_home(slots, key);
  while ((int64_t)keys[slot] && (int64_t)keys[slot] != key + 1) slot = (slot + 1) & (slots - 1);
  return slot;
}
template <class A>
STARDUST_DEVICE int64_t find_key(A keys, int64_t slots, int64_t key) {
  if (!slots) return -1;
  const int64_t slot = stardust_slot(keys, slots, key);
  return (int64_t)keys[slot] ? slot : -1;
}
template <class T, class K, class V, class L, class W>
STARDUST_DEVICE void stardust_rehash(K keys, V values, int64_t slots, L more_keys, W more_values, int64_t more,
                                     T fill) {
  for (int64_t slot = 0; slot < more; slot++) {
    more_keys[slot] = (int64_t)0;
    more_values[slot] = fill;
  }
  for (int64_t old = 0; old < slots; old++) {
    if (!(int64_t)keys[old]) continue;
    const int64_t slot = stardust_slot(more_keys, more, (int64_t)keys[old] - 1);
    more_keys[slot] = (int64_t)keys[old];
    more_values[slot] = (T)values[old];
  }
}
template <class T, class K, class V>
STARDUST_DEVICE void stardust_clear(K keys, V values, int64_t slots, T fill, int64_t key) {
  for (int64_t slot = stardust_home(slots, key); (int64_t)keys[slot]; slot = (slot + 1) & (slots - 1)) {
    keys[slot] = (int64_t)0;
    values[slot] = fill;
  }
}

/* Sets `slot` to the slot of the key. A new key is inserted, its value is set, and `count` is incremented. */
#define INSERT(type, key, keys, values, slot, fill, count, label)                                        \
  do {                                                                                                   \
    const int64_t key_ = (key);                                                                          \
    if (2 * count >= keys##_length) {                                                                    \
      const int64_t room_ = keys##_length ? 2 * keys##_length : 64;                                      \
      int64_t* const keys_ = stardust_take<int64_t>(device, room_);                                      \
      type* const values_ = stardust_take<type>(device, room_);                                          \
      if (!keys_ || !values_) FAIL(STARDUST_OUT_OF_MEMORY, label);                                       \
      STARDUST_GLOBAL(int64_t) more_keys_ = keys_;                                                       \
      STARDUST_GLOBAL(type) more_values_ = values_;                                                      \
      stardust_rehash<type>(keys, values, keys##_length, more_keys_, more_values_, room_, (type)(fill)); \
      keys = keys_;                                                                                      \
      values = values_;                                                                                  \
      keys##_length = keys##_capacity = values##_capacity = room_;                                       \
    }                                                                                                    \
    slot = stardust_slot(keys, keys##_length, key_);                                                     \
    count += !(int64_t)keys[slot];                                                                       \
    keys[slot] = key_ + 1;                                                                               \
  } while (0)

STARDUST_DEVICE int64_t count_ones(uint32_t word) { return __popc(word); }
STARDUST_DEVICE int64_t trailing_zeros(uint32_t word) { return word ? __ffs((int)word) - 1 : 32; }

#endif
