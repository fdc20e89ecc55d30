// The words of a memory or DRAM array in a simulation.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

/// Words by buffer. Each word has the epoch in which it was written (the iteration of the body that declares the
/// memory), so a new iteration needs no clearing. Storage grows with the words in use. The arrays of the host are
/// copied on the first write.
class Store {
 public:
  Store(std::string name, std::int64_t words, std::uint32_t buffers)
      : name_(std::move(name)), words_(words), buffers_(buffers), contents_(buffers) {}

  const std::string& name() const { return name_; }
  std::int64_t words() const { return words_; }
  bool has(std::int64_t index) const { return index >= 0 && index < words_; }
  /// The word; null if it was not written in this epoch.
  const Word* find(std::int64_t index, std::uint32_t epoch) const {
    const auto i = static_cast<std::size_t>(index);
    if (loaded_) return i < loaded_->size() ? &(*loaded_)[i] : nullptr;
    const auto& b = contents_[bufferOf(epoch)];
    return i < b.size() && b[i].age == epoch + 1 ? &b[i].word : nullptr;
  }
  /// Copies words from `index` on, up to the first one that was not written in this epoch. Returns their number.
  std::int64_t read(std::int64_t index, std::int64_t count, std::uint32_t epoch, Word* words) const {
    const auto from = static_cast<std::size_t>(index);
    const auto& b = contents_[bufferOf(epoch)];
    const auto held = static_cast<std::int64_t>(loaded_ ? loaded_->size() : b.size());
    const auto end = std::clamp<std::int64_t>(held - index, 0, count);
    if (loaded_) {
      std::copy_n(loaded_->data() + (end > 0 ? from : 0), end, words);
      return end;
    }
    for (std::int64_t i = 0; i < end; ++i) {
      const auto& cell = b[from + static_cast<std::size_t>(i)];
      if (cell.age != epoch + 1) return i;
      words[i] = cell.word;
    }
    return end;
  }
  /// Prefetches the words at `index`: the hardware prefetcher cannot follow that many streams.
  void prefetch(std::int64_t index) const {
    if (loaded_) __builtin_prefetch(loaded_->data() + index);
  }
  void write(std::int64_t index, Word word, std::uint32_t epoch) {
    if (loaded_) own();
    auto& b = contents_[bufferOf(epoch)];
    const auto i = static_cast<std::size_t>(index);
    if (i >= b.size()) grow(b, i);
    b[i] = {word, epoch + 1};
  }
  void forget(std::int64_t index, std::uint32_t epoch) {
    if (loaded_) own();
    auto& b = contents_[bufferOf(epoch)];
    if (static_cast<std::size_t>(index) < b.size()) b[static_cast<std::size_t>(index)].age = 0;
  }
  /// Sets words from 0 on, in epoch 0. The vector must outlive the store.
  void load(const std::vector<Word>& words) {
    if (!loaded_ && contents_[0].empty()) {
      loaded_ = &words;
      return;
    }
    for (std::size_t i = 0; i < words.size(); ++i) write(static_cast<std::int64_t>(i), words[i], 0);
  }
  /// All words of epoch 0; words that were not written are 0.
  std::vector<Word> all() const {
    if (loaded_) return *loaded_;
    const auto& cells = contents_[0];
    auto end = cells.size();
    while (end > 0 && cells[end - 1].age != 1) --end;
    std::vector<Word> result(end);
    for (std::size_t i = 0; i < end; ++i) {
      if (cells[i].age == 1) result[i] = cells[i].word;
    }
    return result;
  }

 private:
  struct Cell {
    Word word = 0;
    std::uint32_t age = 0;
  };
  /// The buffer count is nearly always 1 or 2: a division would dominate the cost of an access.
  std::size_t bufferOf(std::uint32_t epoch) const {
    return buffers_ == 1 ? 0 : buffers_ == 2 ? epoch & 1 : epoch % buffers_;
  }
  void own() {
    const auto& words = *loaded_;
    loaded_ = nullptr;
    auto& b = contents_[0];
    b.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) b[i] = {words[i], 1};
  }
  void grow(std::vector<Cell>& b, std::size_t index) const {
    auto size = std::max<std::size_t>(index + 1, b.size() * 2);
    b.resize(std::min(size, static_cast<std::size_t>(words_)));
  }

  std::string name_;
  std::int64_t words_;
  std::uint32_t buffers_;
  const std::vector<Word>* loaded_ = nullptr;  // while set, it holds all words
  std::vector<std::vector<Cell>> contents_;
};

}  // namespace stardust::sim
