#include "exec/spatial_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace stardust::spatial::run {

void StorageBudget::take(std::uint64_t words) {
  used += words;
  if (used > limit) {
    failUnsupported(fmt::format("the memories of this run hold more than {} words", limit), {}, {},
                    "run a smaller problem");
  }
}

void WordMemory::growTo(std::uint64_t words) {
  budget_->take(words - words_.size());
  words_.resize(words);
  ages_.resize(words, 0);
}

std::vector<Word> WordMemory::contents() const {
  auto end = words_.size();
  while (end > 0 && !isWritten(end - 1)) --end;
  std::vector<Word> result(end);
  for (std::uint64_t i = 0; i < end; ++i) result[i] = isWritten(i) ? words_[i] : 0;
  return result;
}

void WordMemory::clear() {
  if (++age_ != 0) return;
  std::fill(ages_.begin(), ages_.end(), 0);
  age_ = 1;
}

std::uint64_t Fifo::slowestOfMany() const {
  return taken_.empty() ? 0 : *std::min_element(taken_.begin(), taken_.end());
}

void Fifo::clear() {
  given_ = 0;
  std::fill(taken_.begin(), taken_.end(), 0);
}

void Fifo::grow() {
  budget_->take(ring_.size());
  std::vector<Word> larger(2 * ring_.size());
  for (auto i = slowest(); i < given_; ++i) larger[i & (larger.size() - 1)] = ring_[i & mask()];
  ring_ = std::move(larger);
}

}  // namespace stardust::spatial::run
