// Tracks the words of an SRAM whose writes are in flight.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/fifo.h"

namespace stardust::sim {

/// Iterations that have read an SRAM, and whose writes to it are in flight. Each operation takes constant time per
/// word; the memory is a counter for each word up to the greatest.
class WriteWatch {
 public:
  /// Whether one of these iterations writes this word.
  bool isPending(std::int64_t word) const {
    return isWord(word) && place(word) < writers_.size() && writers_[place(word)] > 0;
  }
  std::size_t iterations() const { return counts_.size(); }
  /// Begins an iteration that has read; `willWrite` adds the words that it will write.
  void begin() { counts_.push(0); }
  void willWrite(std::int64_t word) {
    if (!isWord(word)) return;
    if (place(word) >= writers_.size()) writers_.resize(place(word) + 1);
    ++writers_[place(word)];
    words_.push(word);
    ++counts_.back();
  }
  /// Ends the oldest iteration: its words have arrived.
  void end() {
    for (auto count = counts_.pop(); count > 0; --count) --writers_[place(words_.pop())];
  }

 private:
  static bool isWord(std::int64_t word) { return word >= 0 && word <= INT32_MAX; }
  static std::size_t place(std::int64_t word) { return static_cast<std::size_t>(word); }

  Fifo<std::size_t> counts_;  // number of words of each iteration
  Fifo<std::int64_t> words_;
  std::vector<std::uint32_t> writers_;  // number of pending writers of each word
};

}  // namespace stardust::sim
