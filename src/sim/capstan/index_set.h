// A set of small integers.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace stardust::sim {

/// A bit set over the integers below a bound, iterated in ascending order.
class IndexSet {
 public:
  explicit IndexSet(std::size_t bound = 0) : bound_(bound), words_((bound + 63) / 64) {}

  void add(std::size_t number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
  void remove(std::size_t number) { words_[number / 64] &= ~(std::uint64_t{1} << number % 64); }
  /// The first member at or after `from`; the bound if there is none.
  std::size_t next(std::size_t from) const {
    for (auto word = from / 64; word < words_.size(); ++word) {
      const auto rest = word == from / 64 ? words_[word] >> from % 64 << from % 64 : words_[word];
      if (rest != 0) return word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
    }
    return bound_;
  }

 private:
  std::size_t bound_;
  std::vector<std::uint64_t> words_;
};

}  // namespace stardust::sim
