// The words of a memory or of a DRAM array in a simulation.
#pragma once

#include <string>
#include <vector>

#include "sim/word_queue.h"

namespace stardust::sim {

/// Words by buffer, each with the epoch (iteration of the body that declares the memory) in which it was written: a new
/// iteration needs no clearing. Storage grows with the words in use.
class Store {
 public:
  Store(std::string name, std::int64_t words, std::uint32_t buffers)
      : name_(std::move(name)), words_(words), buffers_(buffers), contents_(buffers) {}

  const std::string& name() const { return name_; }
  std::int64_t words() const { return words_; }
  bool has(std::int64_t index) const { return index >= 0 && index < words_; }
  bool isWritten(std::int64_t index, std::uint32_t epoch) const {
    const auto& b = contents_[epoch % buffers_];
    return static_cast<std::size_t>(index) < b.size() && b[static_cast<std::size_t>(index)].age == epoch + 1;
  }
  Word at(std::int64_t index, std::uint32_t epoch) const {
    return contents_[epoch % buffers_][static_cast<std::size_t>(index)].word;
  }
  void write(std::int64_t index, Word word, std::uint32_t epoch) {
    auto& b = contents_[epoch % buffers_];
    const auto i = static_cast<std::size_t>(index);
    if (i >= b.size()) grow(b, i);
    b[i] = {word, epoch + 1};
  }
  void forget(std::int64_t index, std::uint32_t epoch) {
    auto& b = contents_[epoch % buffers_];
    if (static_cast<std::size_t>(index) < b.size()) b[static_cast<std::size_t>(index)].age = 0;
  }

 private:
  struct Cell {
    Word word = 0;
    std::uint32_t age = 0;
  };
  void grow(std::vector<Cell>& b, std::size_t index) const {
    auto size = std::max<std::size_t>(index + 1, b.size() * 2);
    b.resize(std::min(size, static_cast<std::size_t>(words_)));
  }

  std::string name_;
  std::int64_t words_;
  std::uint32_t buffers_;
  std::vector<std::vector<Cell>> contents_;
};

}  // namespace stardust::sim
