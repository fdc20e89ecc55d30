// A stable radix sort by unsigned keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace stardust {

/// Sorts by `key(item)`, an unsigned integer below 2^bits, `digitBits` bits at a time. The default has 2,048 counters,
/// which fit in the L1 cache. O(items * bits / digitBits + passes * 2^digitBits), with a copy of the items.
template <class Item, class Key>
void radixSort(std::vector<Item>& items, int bits, const Key& key, int digitBits = 11) {
  std::vector<Item> other(items.size());
  for (int shift = 0; shift < bits; shift += digitBits) {
    const auto digit = [&](const Item& item) {
      return static_cast<std::size_t>(key(item) >> shift) & ((std::size_t{1} << digitBits) - 1);
    };
    std::vector<std::size_t> next(std::size_t{1} << digitBits, 0);
    for (const Item& item : items) ++next[digit(item)];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t{0});
    for (const Item& item : items) other[next[digit(item)]++] = item;
    items.swap(other);
  }
}

}  // namespace stardust
