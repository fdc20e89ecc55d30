// Explains the iteration of a loop: the candidate rules, and the conditions that each one met or failed.
#pragma once

#include <string>
#include <vector>

#include "iteration/rewrite.h"

namespace stardust::iteration {

struct Verdict {
  const Rule* rule;
  bool fired;
  std::string why;  ///< the failed condition; for the rule that fired, the finding of its condition, or empty
};

/// The candidate rules of one step, for its operator or for whole sets: the one that fired, followed by the others in
/// table order. Reasons are derived from the table rows and the fiber statistics. Linear in the table and in the text
/// of the set.
std::vector<Verdict> verdicts(const Step& step, const Table& table, const Strategy& strategy,
                              const LevelName& name = tensorAndLevel);

}  // namespace stardust::iteration
