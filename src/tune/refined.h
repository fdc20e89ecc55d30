// The search among the ways in which a schedule moves its operands: arrays on the chip (keep, share), streams of
// several fibers (stream), and blocks of the outermost loop (split_up).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "driver/problem.h"
#include "tune/candidate.h"

namespace stardust::tune {

/// The prediction of a schedule; none if it does not fit the machine.
using Predict = std::function<std::optional<Prediction>(const Candidate&)>;

struct Refinement {
  std::vector<int> bodies;             ///< values of outerPar, ascending
  std::vector<int> blocks = {16, 64};  ///< iterations of the outermost loop in a block
  std::size_t predictions = 80;        ///< at most so many for each search
  bool alsoWithoutStreams = true;      ///< search again without streams, if the first search leads to them
  std::size_t candidates = 8;          ///< at most so many are returned
};

/// Schedules with other transfers than `start`, which has a prediction and a number of bodies. First the best blocks
/// and streams are taken. Then the arrays above the entries, all arrays of a kind, all of an operand, and single arrays
/// are kept, shared or given up, as long as a step gains a hundredth of the predicted cycles. Last, passes share
/// levels. Each step takes the number of bodies that suits it. Returned are the schedules on the way that are predicted
/// to be faster than `start`.
std::vector<Candidate> refined(const Candidate& start, const driver::Problem& problem, const Refinement& refinement,
                               const Predict& predict);

}  // namespace stardust::tune
