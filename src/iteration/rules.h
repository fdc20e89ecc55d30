// The rewrite table of the paper (figure "rewrite-rules") as data: how a contraction set becomes one parallel pattern.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::iteration {

/// One row of the table. A rule with a `take` replaces the set by one of its sides; a rule without ends the rewriting.
struct Rule {
  enum class Side { Universe, Compressed, Any, SameCompressed };  ///< SameCompressed: the iterator of the other side
  const char* name;     ///< stable: what --explain and refusals say
  const char* pattern;  ///< as in the paper
  const char* emits;
  std::optional<Combination::Op> op;  ///< none: a single iterator
  Side left, right;
  enum class Take { Left, Right, End } take;
};
const std::vector<Rule>& rules();

/// How a forall iterates: over 0..dim-1, or over the stored positions of one level.
struct Iteration {
  std::optional<LevelIterator> driver;  ///< none: the universe
  std::vector<const Rule*> fired;       ///< in order of application
  std::string set;                      ///< the contraction set as it was
};

/// Throws Error (unsupported) that names the set, the sub-set without a rule, and the rules there are.
Iteration resolve(const notation::IndexVar& var, const Set& set);

}  // namespace stardust::iteration
