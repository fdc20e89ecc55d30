// The sparse accumulation: points in, sorted points out, and points back to streams, handed over within a cycle.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "sam/operands.h"
#include "sim/sam/unit.h"

namespace stardust::sim_sam {

class AccumulateUnit : public Unit {
 public:
  AccumulateUnit(const sam::Block& accumulate, const sam::Arithmetic& arithmetic);
  int step() override;

 private:
  struct Point {
    std::vector<std::int64_t> key;  ///< empty: the end of the fibers of one sum
    Token value;                    ///< at the end, the stop of its last level
  };
  bool takePoint();
  void endSum(std::int64_t level);
  void flush();
  bool givePoint();
  bool convert();
  bool giveDone();
  void giveCoordinates(const std::vector<std::int64_t>& key, std::size_t from);
  void giveStops(std::size_t above);

  sam::Arithmetic arithmetic_;
  const operators::Operator& op_;
  std::size_t levels_, skipped_, fixed_;  // coordinates that are given, that count as 0, that delimit points
  std::int64_t loops_;                    // that a sum covers; 0: points
  bool hasStops_;
  std::vector<Point> points_;  // of the current outer coordinates, in the order of their arrival
  std::deque<Point> sorted_;   // summed, to be given
  std::deque<Point> leaving_;  // given as points, to become streams
  std::optional<Point> before_, delayed_;
  bool isComplete_ = false;  // D was taken
  bool endsPoints_ = false, endsStreams_ = false;
};

}  // namespace stardust::sim_sam
