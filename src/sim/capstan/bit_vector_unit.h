// Bit vectors: the unit that builds them from coordinates, and the scanner that finds the iterations of a loop in them.
#pragma once

#include <optional>

#include "capstan/machine/limits.h"
#include "sim/capstan/round_unit.h"

namespace stardust::sim {

using capstan::bitsPerTile;
using capstan::wordsPerTile;
using Tile = std::array<Word, wordsPerTile>;

/// What both have in common: a round is a vector.
class VectorUnit : public RoundUnit {
 public:
  using RoundUnit::RoundUnit;

 protected:
  void begin() final;
  /// A new vector of `tiles_` tiles.
  virtual void beginVector() = 0;

  std::int64_t tiles_ = 0, tile_ = 0;
};

/// gen_bitvector: takes a vector of coordinates a cycle, as far as they lie in the present tile, and gives the tile in
/// the cycle in which it is complete: when the next coordinate lies behind it, or was the last.
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

/// Iterations that a scan tells together.
struct Group {
  std::size_t count = 0;
  bool isLast = false;
  std::array<Vector, 4> fields{};  // by number, see spatial::Scan
};

/// Looks at `scanner.bitsPerCycle` bits a cycle, tile by tile, and tells the contexts of the loop the iterations it
/// finds, a group of at most its width each cycle. No group crosses a tile. It is told one cycle after it was found,
/// but the last of a tile not before the next set bit, or the end of the vector: only then it is known whether the loop
/// ends.
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
  bool isDecided_ = false;      // and it is known whether it is the last
  bool isLoaded_ = false;
  std::int64_t position_ = 0;  // in the tile
  std::array<Tile, 2> vectors_{};
  Tile combined_{};
  std::array<std::int64_t, 2> rank_{};  // set bits of each vector before the present position
  std::int64_t count_ = 0;              // iterations found
};

}  // namespace stardust::sim
