// The memories of a running Spatial program; internal to the interpreter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spatial/host_data.h"

namespace stardust::spatial::run {

/// Limit on the words that all memories of one run use; declared sizes are free.
struct StorageBudget {
  std::uint64_t limit;
  std::uint64_t used = 0;
  void take(std::uint64_t words);  ///< throws Error (unsupported) beyond the limit
};

/// SRAM, sparse SRAM or DRAM: words that record whether they were written. Storage grows with the words in use, so that
/// a generous declared size costs nothing.
class WordMemory {
 public:
  WordMemory(std::string name, std::uint64_t size, StorageBudget& budget)
      : name_(std::move(name)), size_(size), budget_(&budget) {}

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  bool isWritten(std::uint64_t index) const { return index < ages_.size() && ages_[index] == age_; }
  const Word& at(std::uint64_t index) const { return words_[index]; }
  void write(std::uint64_t index, Word value) {
    if (index >= words_.size()) growTo(index + 1);
    words_[index] = value;
    ages_[index] = age_;
  }
  void forget(std::uint64_t index) {
    if (index < ages_.size()) ages_[index] = 0;
  }
  void clear();                        ///< marks all words as unwritten, in constant time
  std::vector<Word> contents() const;  ///< up to the last written word; unwritten words are 0

 private:
  void growTo(std::uint64_t words);

  std::string name_;
  std::uint64_t size_;
  StorageBudget* budget_;
  std::uint32_t age_ = 1;
  std::vector<Word> words_;
  std::vector<std::uint32_t> ages_;  ///< the age in which each word was last written; 0: never
};

/// A bounded queue that gives every element to each of its readers.
class Fifo {
 public:
  Fifo(std::string name, std::uint64_t depth, StorageBudget& budget)
      : name_(std::move(name)), depth_(depth), budget_(&budget) {}

  const std::string& name() const { return name_; }
  std::uint64_t depth() const { return depth_; }
  std::uint32_t addReader() {
    taken_.push_back(0);
    return static_cast<std::uint32_t>(taken_.size() - 1);
  }
  std::uint64_t available(std::uint32_t reader) const { return given_ - taken_[reader]; }
  std::uint64_t room() const { return depth_ - remaining(); }
  /// Elements that some reader has not taken, or all elements if there are no readers.
  std::uint64_t remaining() const { return given_ - slowest(); }
  Word take(std::uint32_t reader) { return ring_[taken_[reader]++ & mask()]; }  ///< requires available(reader) > 0
  void give(Word value) {                                                       ///< requires room() > 0
    if (remaining() == ring_.size()) grow();
    ring_[given_++ & mask()] = value;
  }
  void clear();

 private:
  std::uint64_t mask() const { return ring_.size() - 1; }
  std::uint64_t slowest() const { return taken_.size() == 1 ? taken_[0] : slowestOfMany(); }
  std::uint64_t slowestOfMany() const;
  void grow();

  std::string name_;
  std::uint64_t depth_;
  StorageBudget* budget_;
  std::uint64_t given_ = 0;           ///< number of elements so far
  std::vector<std::uint64_t> taken_;  ///< indexed by reader
  std::vector<Word> ring_ = std::vector<Word>(16);
};

}  // namespace stardust::spatial::run
