// Why a loop iterates as it does: the rules that were candidates, and what each met or lacked.
#pragma once

#include <string>
#include <vector>

#include "iteration/rewrite.h"

namespace stardust::iteration {

struct Verdict {
  const Rule* rule;
  bool fired;
  std::string why;  ///< what it lacked; of a rule that fired, what its condition found, or empty
};

/// The candidates of one step, the rules for its operator or for whole sets: first the one that fired, then the others
/// in the order of the table. The reasons follow from the rows of the table and what is known of the fibers. Linear in
/// the table and in the text of the set.
std::vector<Verdict> verdicts(const Step& step, const Table& table, const Strategy& strategy,
                              const LevelName& name = tensorAndLevel);

}  // namespace stardust::iteration
