#include "sim/capstan/bit_vector_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "support/plural.h"

namespace stardust::sim {

using spatial::intOf;

namespace {

bool isSet(const Tile& tile, std::int64_t bit) {
  return (tile[static_cast<std::size_t>(bit / 32)] >> (bit % 32) & 1U) != 0;
}

}  // namespace

void VectorUnit::begin() {
  const std::int64_t bits = intOf(registers_[context_.bits][0]);
  if (bits < 0 || bits % bitsPerTile != 0) {
    fail(fmt::format("a bit vector of {}; it has a whole number of tiles of 512 bits", counted(bits, "bit")), {});
  }
  tiles_ = bits / bitsPerTile;
  tile_ = 0;
  beginVector();
}

// ---------------------------------------------------------------- building

void BitVectorUnit::beginVector() {
  length_ = intOf(registers_[context_.length][0]);
  if (length_ < 0) fail(fmt::format("a bit vector of {}", counted(length_, "coordinate")), {});
  taken_ = 0;
  last_ = -1;
  isComplete_ = false;
  words_.fill(0);
  if (tiles_ == 0 && length_ == 0) isBusy_ = false;
}

void BitVectorUnit::set(const std::string& name, std::int64_t coordinate) {
  if (coordinate < 0 || coordinate >= tiles_ * bitsPerTile) {
    fail(fmt::format("{} gives the coordinate {}, outside a bit vector of {}", name, coordinate,
                     counted(tiles_ * bitsPerTile, "bit")),
         {});
  }
  if (coordinate <= last_) {
    fail(fmt::format("{} gives the coordinate {} after {}; those of a bit vector ascend, and none comes twice", name,
                     coordinate, last_),
         {});
  }
}

/// Takes the available coordinates of this tile. Returns false if none are available and more must come.
bool BitVectorUnit::gather(Engine& engine, Cycle now) {
  auto& queue = engine.channels[context_.fifo];
  const auto there = std::min(queue.available(context_.fifoReader, now), length_ - taken_);
  const auto most = std::min<std::int64_t>(there, context_.width);
  std::int64_t count = 0;
  bool isBehind = false;
  const auto look = [&](std::int64_t i) {
    const std::int64_t coordinate = intOf(queue.at(context_.fifoReader, i));
    set(mapping_.channels[context_.fifo].origin.name, coordinate);
    isBehind = coordinate / bitsPerTile > tile_;
    return coordinate;
  };
  while (count < most) {
    const auto coordinate = look(count);
    if (isBehind) break;
    words_[static_cast<std::size_t>(coordinate % bitsPerTile / 32)] |= Word{1} << coordinate % 32;
    last_ = coordinate;
    ++count;
  }
  if (!isBehind && count == most && count < there) look(count);  // the next one decides whether the tile is complete
  if (count > 0) engine.take(context_.fifo, context_.fifoReader, count, now);
  taken_ += count;
  isComplete_ = isBehind || taken_ == length_;
  if (count > 0 || isComplete_) return true;
  waitForInput(engine, context_.fifo, context_.fifoReader);
  return false;
}

bool BitVectorUnit::work(Engine& engine, Cycle now) {
  const bool moved = !isComplete_ && gather(engine, now);
  if (!isComplete_) return moved;
  if (engine.channels[context_.words].room(now) < static_cast<std::int64_t>(wordsPerTile)) {
    waitForRoom(engine, context_.words);
    return moved;
  }
  engine.give(context_.words, words_.data(), wordsPerTile, now + latency_);
  words_.fill(0);
  isComplete_ = false;
  isBusy_ = ++tile_ < tiles_;
  return true;
}

// ---------------------------------------------------------------- scanning

void ScanUnit::beginVector() {
  isLoaded_ = false;
  rank_ = {};
  count_ = 0;
  group_.count = 0;
}

/// Sends the known part of a group to the contexts of the loop. Returns false if there is no room.
bool ScanUnit::tell(Engine& engine, Cycle now) {
  const auto count = static_cast<std::int64_t>(found_->count);
  if (engine.channels[context_.groups].room(now) < 1) {
    waitForRoom(engine, context_.groups);
    return false;
  }
  for (const auto& field : context_.fields) {
    if (engine.channels[field.channel].room(now) >= count) continue;
    waitForRoom(engine, field.channel);
    return false;
  }
  const auto word = capstan::groupWord(found_->count, found_->isLast);
  engine.give(context_.groups, &word, 1, now + latency_);
  for (const auto& field : context_.fields) {
    if (count > 0) engine.give(field.channel, found_->fields[field.number].data(), count, now + latency_);
  }
  found_.reset();
  return true;
}

/// Loads the next tile of each vector.
bool ScanUnit::load(Engine& engine, Cycle now) {
  for (const auto& vector : context_.vectors) {
    if (engine.channels[vector.channel].available(vector.reader, now) >= static_cast<std::int64_t>(wordsPerTile)) {
      continue;
    }
    waitForInput(engine, vector.channel, vector.reader);
    return false;
  }
  const bool isUnion = context_.mode == spatial::Scan::Mode::Or;
  combined_.fill(context_.vectors.size() == 1 || isUnion ? 0 : ~Word{0});
  for (std::size_t i = 0; i < context_.vectors.size(); ++i) {
    const auto& vector = context_.vectors[i];
    engine.channels[vector.channel].peek(vector.reader, wordsPerTile, vectors_[i]);
    engine.take(vector.channel, vector.reader, wordsPerTile, now);
    for (std::size_t w = 0; w < wordsPerTile; ++w) {
      const auto word = vectors_[i][w];
      combined_[w] = context_.vectors.size() == 1 || isUnion ? combined_[w] | word : combined_[w] & word;
    }
  }
  isLoaded_ = true;
  position_ = 0;
  return true;
}

/// Whether the tile has a set bit at or after the present position.
bool ScanUnit::hasMore() const {
  for (auto bit = position_; bit < bitsPerTile; bit = (bit / 32 + 1) * 32) {
    if (combined_[static_cast<std::size_t>(bit / 32)] >> (bit % 32) != 0) return true;
  }
  return false;
}

void ScanUnit::add(std::int64_t bit) {
  const auto at = group_.count++;
  const auto rank = [&](std::size_t vector) {
    return isSet(vectors_[vector], bit) ? static_cast<Word>(rank_[vector]) : static_cast<Word>(-1);
  };
  group_.fields[0][at] = static_cast<Word>(tile_ * bitsPerTile + bit);
  group_.fields[1][at] = rank(0);
  if (context_.vectors.size() == 1) return;
  group_.fields[2][at] = static_cast<Word>(count_ + static_cast<std::int64_t>(at));
  group_.fields[3][at] = rank(1);
}

/// Moves within a word, or to its end, and counts the bits of each vector that it passes.
void ScanUnit::moveTo(std::int64_t position) {
  const auto word = static_cast<std::size_t>(position_ / 32);
  const auto first = position_ % 32, count = position - position_;
  const auto mask = static_cast<Word>(((std::uint64_t{1} << count) - 1) << first);
  for (std::size_t i = 0; i < context_.vectors.size(); ++i) rank_[i] += std::popcount(vectors_[i][word] & mask);
  position_ = position;
}

/// Scans at most `bits` bits of the tile, and stops before a set bit that the group has no room for.
void ScanUnit::look(std::int64_t bits) {
  const auto end = std::min(position_ + bits, bitsPerTile);
  while (position_ < end) {
    const auto wordEnd = std::min((position_ / 32 + 1) * 32, end);
    const auto rest = combined_[static_cast<std::size_t>(position_ / 32)] >> (position_ % 32);
    const auto next = rest == 0 ? wordEnd : std::min(position_ + std::countr_zero(rest), wordEnd);
    if (next > position_) moveTo(next);
    if (position_ == wordEnd) continue;
    if (group_.count == context_.width) return;
    add(position_);
    moveTo(position_ + 1);
  }
}

bool ScanUnit::work(Engine& engine, Cycle now) {
  bool moved = false;
  const bool hasTold = found_ && isDecided_;
  if (hasTold) {
    if (!tell(engine, now)) return false;
    moved = true;
  }
  if (!isBusy_) return moved;
  if (tiles_ > 0 && !isLoaded_ && !load(engine, now)) return moved;
  if (tiles_ > 0 && found_ && hasMore()) {  // it was the last group of its tile, but not of the vector
    isDecided_ = true;
    if (!tell(engine, now)) return moved;
  }
  if (tiles_ > 0) look(chip_.machine.scanner.bitsPerCycle);
  const bool endsTile = tiles_ == 0 || position_ == bitsPerTile;
  const bool endsVector = endsTile && (tiles_ == 0 || tile_ + 1 == tiles_);
  const bool isFull = group_.count == context_.width;
  const bool hasRest = tiles_ > 0 && hasMore();
  if (group_.count > 0 && (isFull || endsTile || !hasRest)) {
    // A group that holds all remaining set bits of its tile need not wait for the zeros behind them.
    count_ += static_cast<std::int64_t>(group_.count);
    found_ = group_;
    isDecided_ = hasRest;
    group_.count = 0;
  }
  if (!endsTile) return true;
  isLoaded_ = false;
  ++tile_;
  if (!endsVector) return true;
  if (!found_) found_.emplace();  // no iterations
  found_->isLast = isDecided_ = true;
  isBusy_ = false;
  return true;
}

}  // namespace stardust::sim
