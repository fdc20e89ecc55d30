#include "exec/spatial_iterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "support/plural.h"

namespace stardust::spatial::run {
namespace {

constexpr Word none = static_cast<Word>(-1);

/// Bit-parallel sum in place: std::popcount is a library call if the compiler may not assume the instruction.
std::uint64_t countBits(Word word) {
  word -= word >> 1 & 0x55555555U;
  word = (word & 0x33333333U) + (word >> 2 & 0x33333333U);
  return ((word + (word >> 4)) & 0x0F0F0F0FU) * 0x01010101U >> 24;
}

}  // namespace

// ---------------------------------------------------------------- counters

void Odometer::start(Machine& machine) {
  done_ = false;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const std::int64_t begin = intOf(machine.evaluate(code_[i].begin));
    const std::int64_t end = intOf(machine.evaluate(code_[i].end));
    const std::int64_t step = intOf(machine.evaluate(code_[i].step));
    if (step == 0) machine.supervision.fail("a counter has step 0");
    const std::int64_t distance = step > 0 ? end - begin : begin - end;
    const std::int64_t stride = step > 0 ? step : -step;
    ranges_[i] = {begin, step, distance > 0 ? static_cast<std::uint64_t>((distance + stride - 1) / stride) : 0, 0};
    if (ranges_[i].trips == 0) done_ = true;
  }
}

Word Odometer::value(std::size_t counter) const {
  const auto& range = ranges_[counter];
  return wordOf(static_cast<std::int32_t>(range.begin + static_cast<std::int64_t>(range.at) * range.step));
}

std::uint64_t Odometer::innermostLeft() const { return ranges_.empty() ? 1 : ranges_.back().trips - ranges_.back().at; }

void Odometer::advance(std::uint64_t iterations) {
  for (std::size_t i = ranges_.size(); i-- > 0;) {
    ranges_[i].at += iterations;
    if (ranges_[i].at < ranges_[i].trips) return;
    ranges_[i].at = 0;
    iterations = 1;
  }
  done_ = true;
}

// ---------------------------------------------------------------- scans

std::uint64_t bitVectorWords(Machine& machine, NodeId bits) {
  const std::int64_t count = intOf(machine.evaluate(bits));
  const std::int64_t tile = machine.limits.bitsPerTile;
  if (count < 0 || count % tile != 0) {
    machine.supervision.fail(fmt::format("a bit vector of {}", counted(count, "bit")), nullptr,
                             fmt::format("it has a whole number of tiles of {} bits", tile),
                             fmt::format("round up: {0} * ((dimension + {1}) / {0})", tile, tile - 1));
  }
  return static_cast<std::uint64_t>(count) / 32;
}

void ScanWords::start(Machine& machine) {
  words_ = bitVectorWords(machine, code_.bits);
  taken_ = 0;
  present_ = {};
}

std::uint64_t ScanWords::ready(const Machine& machine) {
  auto ready = words_ - taken_;
  for (const auto& vector : code_.vectors) {
    const auto available = machine.fifos[vector.fifo].available(vector.reader);
    if (available < ready) missing_ = vector.fifo;
    ready = std::min(ready, available);
  }
  return ready;
}

Word ScanWords::take(Machine& machine) {
  ++taken_;
  for (std::size_t i = 0; i < code_.vectors.size(); ++i) {
    auto& [word, before] = present_[i];
    if (word != 0) before += countBits(word);
    word = machine.fifos[code_.vectors[i].fifo].take(code_.vectors[i].reader);
  }
  if (code_.vectors.size() == 1) return present_[0].word;
  const bool isAnd = code_.mode == Scan::Mode::And;
  return isAnd ? present_[0].word & present_[1].word : present_[0].word | present_[1].word;
}

Word ScanWords::rank(std::size_t vector, unsigned bit) const {
  const auto& [word, before] = present_[vector];
  const Word below = (Word{1} << bit) - 1;
  const bool isSet = (word >> bit & 1U) != 0;
  return isSet ? static_cast<Word>(before + countBits(word & below)) : none;
}

void ScanCursor::start(Machine& machine) {
  words_.start(machine);
  wordsPerTile_ = static_cast<std::uint64_t>(machine.limits.bitsPerTile / 32);
  left_ = count_ = nextTile_ = 0;
  pending_ = 0;
  startsTile_ = true;
}

bool ScanCursor::seek(Machine& machine) {
  if (pending_ != 0) return true;
  for (auto ready = words_.ready(machine); ready > 0 && pending_ == 0; --ready) {
    if (words_.taken() == nextTile_) {
      startsTile_ = true;
      nextTile_ += wordsPerTile_;
    }
    pending_ = words_.take(machine);
  }
  left_ = countBits(pending_);
  return pending_ != 0 || words_.isAtEnd();
}

void ScanCursor::put(Machine& machine, const std::vector<Slot>& iterators) const {
  const auto bit = static_cast<unsigned>(std::countr_zero(pending_));
  machine.scalars[iterators[0]] = static_cast<Word>(32 * (words_.taken() - 1) + bit);
  machine.scalars[iterators[1]] = words_.rank(0, bit);
  if (words_.vectors() == 1) return;
  machine.scalars[iterators[2]] = static_cast<Word>(count_);
  machine.scalars[iterators[3]] = words_.rank(1, bit);
}

void ScanCursor::advance() {
  pending_ &= pending_ - 1;
  --left_;
  ++count_;
  startsTile_ = false;
}

void Iterations::put(Machine& machine, const std::vector<Slot>& iterators) const {
  if (scan_) return scan_->put(machine, iterators);
  for (std::size_t i = 0; i < iterators.size(); ++i) machine.scalars[iterators[i]] = odometer_.value(i);
}

}  // namespace stardust::spatial::run
