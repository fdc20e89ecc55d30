// Which words of an SRAM are about to be written.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/fifo.h"

namespace stardust::sim {

/// Iterations that have read an SRAM, and whose writes there are on their way. Constant time a word, and a count for
/// each up to the greatest.
class WriteWatch {
 public:
  /// Whether one of them writes this word.
  bool isPending(std::int64_t word) const {
    return isWord(word) && place(word) < writers_.size() && writers_[place(word)] > 0;
  }
  std::size_t iterations() const { return counts_.size(); }
  /// An iteration has read; it will write the words that `willWrite` adds.
  void begin() { counts_.push(0); }
  void willWrite(std::int64_t word) {
    if (!isWord(word)) return;
    if (place(word) >= writers_.size()) writers_.resize(place(word) + 1);
    ++writers_[place(word)];
    words_.push(word);
    ++counts_.back();
  }
  /// The words of the first of them are there.
  void end() {
    for (auto count = counts_.pop(); count > 0; --count) --writers_[place(words_.pop())];
  }

 private:
  static bool isWord(std::int64_t word) { return word >= 0 && word <= INT32_MAX; }
  static std::size_t place(std::int64_t word) { return static_cast<std::size_t>(word); }

  Fifo<std::size_t> counts_;  // words of each iteration
  Fifo<std::int64_t> words_;
  std::vector<std::uint32_t> writers_;  // by word: how many
};

}  // namespace stardust::sim
