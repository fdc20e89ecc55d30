// Bit vectors: the unit that builds them from coordinates, and the scanner that enumerates the iterations of a loop
// from them.
#pragma once

#include <optional>

#include "capstan/machine/limits.h"
#include "sim/capstan/multi_cycle_unit.h"

namespace stardust::sim {

using capstan::bitsPerTile;
using capstan::wordsPerTile;
using Tile = std::array<Word, wordsPerTile>;

/// Common base: one round is one bit vector.
class VectorUnit : public MultiCycleUnit {
 public:
  using MultiCycleUnit::MultiCycleUnit;

 protected:
  void begin() final;
  /// Begins a vector of `tiles_` tiles.
  virtual void beginVector() = 0;

  std::int64_t tiles_ = 0, tile_ = 0;
};

/// gen_bitvector. It takes one vector of coordinates per cycle, up to the end of the current tile. It emits the tile in
/// the cycle in which the tile is complete: when the next coordinate lies behind the tile, or the last one was taken.
class BitVectorUnit final : public VectorUnit {
 public:
  using VectorUnit::VectorUnit;

 protected:
  void beginVector() override;
  bool work(Engine& engine, Cycle now) override;

 private:
  bool gather(Engine& engine, Cycle now);
  void set(const std::string& name, std::int64_t coordinate);

  std::int64_t length_ = 0, taken_ = 0, last_ = -1;
  bool isComplete_ = false;
  Tile words_{};
};

/// Iterations that a scan reports together.
struct Group {
  std::size_t count = 0;
  bool isLast = false;
  std::array<Vector, 4> fields{};  // indexed by field, see spatial::Scan
};

/// Scans `scanner.bitsPerCycle` bits per cycle, tile by tile, and sends the iterations that it finds to the contexts of
/// the loop: each cycle one group of at most the loop's width. No group crosses a tile. A group is sent one cycle after
/// it was found. The last group of a tile waits for the next set bit, or for the end of the vector, because only this
/// decides whether the loop ends.
class ScanUnit final : public VectorUnit {
 public:
  using VectorUnit::VectorUnit;

 protected:
  bool drained() const override { return !isBusy_ && !found_; }
  void beginVector() override;
  bool work(Engine& engine, Cycle now) override;

 private:
  bool tell(Engine& engine, Cycle now);
  bool load(Engine& engine, Cycle now);
  void moveTo(std::int64_t position);
  void look(std::int64_t bits);
  void add(std::int64_t bit);
  bool hasMore() const;

  Group group_;                 // being filled
  std::optional<Group> found_;  // complete
  bool isDecided_ = false;      // whether `found_` is the last group of the loop is known
  bool isLoaded_ = false;
  std::int64_t position_ = 0;  // bit position in the tile
  std::array<Tile, 2> vectors_{};
  Tile combined_{};
  std::array<std::int64_t, 2> rank_{};  // set bits of each vector before `position_`
  std::int64_t count_ = 0;              // iterations found
};

}  // namespace stardust::sim
