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
  std::vector<int> bodies;                 ///< values of outerPar, ascending
  std::vector<int> blocks = {16, 32, 64};  ///< iterations of the outermost loop in a block
  std::size_t predictions = 200;           ///< at most so many
  std::size_t candidates = 12;             ///< at most so many are returned
};

/// Schedules with other transfers than `start`, which has a prediction and a number of bodies. Each step keeps, shares
/// or gives up one array, all arrays of a kind, or all of an operand; changes the blocks; or where streams begin; with
/// the number of bodies that then suits best. The step that the prediction gains most from is taken, until none gains a
/// hundredth. Returned are the schedules on the way that are predicted to be faster than `start`, the best ones first.
std::vector<Candidate> refined(const Candidate& start, const driver::Problem& problem, const Refinement& refinement,
                               const Predict& predict);

}  // namespace stardust::tune
