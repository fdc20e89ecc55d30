// The rewrite table of the paper (figure "rewrite-rules") as data: how a contraction set becomes one parallel pattern.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::iteration {

/// One row of the table. U is the universe, C a compressed level, B a bit vector or a combination of bit vectors.
struct Rule {
  enum class Side { Universe, Compressed, BitVectors, Any, SameCompressed };  ///< SameCompressed: the iterator of the other side
  enum class When { Always, Sparse };  ///< Sparse: a side has too few coordinates for a scan to pay (Strategy)
  const char* name;     ///< stable: what --explain says
  const char* pattern;  ///< as in the paper
  const char* emits;
  std::optional<Combination::Op> op;  ///< none: a single iterator
  Side left, right;
  When when;
  /// What the set becomes: one of its sides, the side with fewer coordinates (the other is searched), a scan of both, or it is final.
  enum class Take { Left, Right, Sparser, Both, End } take;
};
const std::vector<Rule>& rules();

/// What decides between scanning and searching.
struct Strategy {
  /// Share of the coordinates of its dimension that a level stores in an average fiber, 0..1.
  std::function<double(const LevelIterator&)> density;
  /// Intersections are scanned if both sides are at least this dense: below about 5 % a scan mostly sees zeros (paper, section 8.2).
  double scanFrom = 0.05;
};

/// How a forall iterates: over 0..dim-1, over the stored positions of one level, or over the set bits of combined bit vectors.
struct Iteration {
  enum class Kind { Universe, Positions, Scan } kind = Kind::Universe;
  std::vector<LevelIterator> drivers;  ///< none, one, or the different levels of a scan
  Set domain;                          ///< what is visited, over the drivers: a superset of the contraction set
  std::vector<const Rule*> fired;      ///< in order of application
  std::string set;                     ///< the contraction set as it was
};

/// Every set has an iteration. Linear in the size of the set.
Iteration resolve(const Set& set, const Strategy& strategy);

}  // namespace stardust::iteration
