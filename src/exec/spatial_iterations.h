// The iterations of a running loop: those of its counters, or of a scan over bit vectors. Internal to the interpreter.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "exec/spatial_machine.h"

namespace stardust::spatial::run {

/// One element of a FIFO that a stage takes each time it fires.
struct Take {
  std::uint32_t fifo, reader;
};
/// The bounds of a counter and its current value.
struct CounterCode {
  NodeId begin, end, step;
};
class Odometer {
 public:
  explicit Odometer(std::vector<CounterCode> counters) : code_(std::move(counters)), ranges_(code_.size()) {}
  void start(Machine& machine);
  bool isDone() const { return done_; }
  Word value(std::size_t counter) const;
  std::uint64_t innermostLeft() const;  ///< iterations until the next outer counter advances
  bool isAtFirst() const { return ranges_.empty() || ranges_.back().at == 0; }  ///< of the innermost counter
  void advance(std::uint64_t iterations);                                       ///< at most innermostLeft()
  std::size_t size() const { return code_.size(); }

 private:
  struct Range {
    std::int64_t begin = 0, step = 1;
    std::uint64_t trips = 0, at = 0;
  };
  std::vector<CounterCode> code_;
  std::vector<Range> ranges_;
  bool done_ = true;
};

/// The number of words of a bit vector; fails unless `bits` is a whole number of tiles.
std::uint64_t bitVectorWords(Machine& machine, NodeId bits);

struct ScanCode {
  NodeId bits;
  Scan::Mode mode;
  std::vector<Take> vectors;  ///< one or two
};
/// The words of a scan's bit vectors, taken as they arrive, the same number from each.
class ScanWords {
 public:
  explicit ScanWords(ScanCode code) : code_(std::move(code)) {}
  void start(Machine& machine);
  std::uint64_t ready(const Machine& machine);  ///< number of words that may be taken; records the vector without words
  Word take(Machine& machine);                  ///< takes one word from each vector; returns them combined
  /// The number of set bits of the vector before this bit of the current word; none if it is not set.
  Word rank(std::size_t vector, unsigned bit) const;
  std::size_t vectors() const { return code_.vectors.size(); }
  std::uint64_t taken() const { return taken_; }
  bool isAtEnd() const { return taken_ == words_; }
  std::uint32_t missing() const { return missing_; }

 private:
  struct Present {
    Word word = 0;             ///< the last word taken
    std::uint64_t before = 0;  ///< set bits of the vector in earlier words
  };
  ScanCode code_;
  std::array<Present, 2> present_{};
  std::uint64_t words_ = 0, taken_ = 0;
  std::uint32_t missing_ = 0;
};
/// Iterates over the set bits of a scan.
class ScanCursor {
 public:
  explicit ScanCursor(ScanCode code) : words_(std::move(code)) {}
  void start(Machine& machine);
  /// Advances to the next set bit, or takes all words if there is none. Returns false if words are missing: see
  /// waitsFor().
  bool seek(Machine& machine);
  bool isDone() const { return pending_ == 0 && words_.isAtEnd(); }  ///< after seek
  std::uint64_t left() const { return left_; }                       ///< set bits left in the current word
  bool isAtFirst() const { return startsTile_; }                     ///< no set bit of this tile came before
  void put(Machine& machine, const std::vector<Slot>& iterators) const;
  void advance();
  std::uint64_t wordsTaken() const { return words_.taken(); }
  std::uint32_t waitsFor() const { return words_.missing(); }

 private:
  ScanWords words_;
  std::uint64_t nextTile_ = 0, wordsPerTile_ = 0;
  Word pending_ = 0;  ///< the remaining bits of the current words, combined
  std::uint64_t left_ = 0, count_ = 0;
  bool startsTile_ = true;
};

/// Common interface of loops with counters and scans.
class Iterations {
 public:
  explicit Iterations(std::vector<CounterCode> counters) : odometer_(std::move(counters)) {}
  explicit Iterations(ScanCode scan) : odometer_({}), scan_(std::in_place, std::move(scan)) {}

  void start(Machine& machine) { scan_ ? scan_->start(machine) : odometer_.start(machine); }
  /// Finds the next iteration, or the end. Returns false if a bit vector must arrive first.
  bool seek(Machine& machine) { return !scan_ || scan_->seek(machine); }
  bool isDone() const { return scan_ ? scan_->isDone() : odometer_.isDone(); }
  /// Number of iterations that follow without another seek.
  std::uint64_t left() const { return scan_ ? scan_->left() : odometer_.innermostLeft(); }
  /// Whether the next iteration is the first of a vector: at the start of the innermost counter, or of a tile of the
  /// bit vectors.
  bool startsVector() const { return scan_ ? scan_->isAtFirst() : odometer_.isAtFirst(); }
  void put(Machine& machine, const std::vector<Slot>& iterators) const;
  void advance() { scan_ ? scan_->advance() : odometer_.advance(1); }
  std::uint64_t wordsTaken() const { return scan_ ? scan_->wordsTaken() : 0; }
  std::uint32_t waitsFor() const { return scan_->waitsFor(); }  ///< after a failed seek: the FIFO

 private:
  Odometer odometer_;
  std::optional<ScanCursor> scan_;
};

}  // namespace stardust::spatial::run
