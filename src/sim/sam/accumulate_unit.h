// The sparse accumulation: points in, sorted points out, and points back to streams, handed over within a cycle.
#pragma once

#include <vector>

#include "sam/operands.h"
#include "sim/sam/point_queue.h"
#include "sim/sam/unit.h"

namespace stardust::sim_sam {

class AccumulateUnit : public Unit {
 public:
  AccumulateUnit(const sam::Block& accumulate, const sam::Arithmetic& arithmetic);
  int step() override;

 private:
  bool takePoint();
  void endSum(std::int64_t level);
  void flush();
  bool givePoint();
  bool convert();
  bool giveDone();
  void giveCoordinates(const std::int64_t* key, std::size_t from);
  /// The first coordinate in which a point differs from the one before it.
  std::size_t firstChanged(const std::int64_t* key) const;
  void giveStops(std::size_t above);

  sam::Arithmetic arithmetic_;
  const operators::Operator& op_;
  std::size_t levels_, skipped_, fixed_;  // coordinates that are given, that count as 0, that delimit points
  std::int64_t loops_;                    // that a sum covers; 0: points
  bool hasStops_;
  PointQueue points_;   // of the current outer coordinates, in the order of their arrival
  PointQueue sorted_;   // summed, to be given
  PointQueue leaving_;  // given as points, to become streams
  std::vector<std::int64_t> key_, before_,
      delayed_;  // of the point that arrives, the last one given, and one that waits
  std::vector<std::uint32_t> order_;
  Token delayedValue_;
  bool hasBefore_ = false, isDelayed_ = false;
  bool isComplete_ = false;  // D was taken
  bool endsPoints_ = false, endsStreams_ = false;
};

}  // namespace stardust::sim_sam
