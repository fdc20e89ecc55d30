// The rewrite table of the paper (figure "rewrite-rules") as data: how a contraction set becomes one parallel pattern.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::iteration {

/// One row of the table. U is the universe, C a compressed level, B a bit vector (a sparse workspace has one) or a
/// combination of them.
struct Rule {
  enum class Side {
    Universe,
    Compressed,
    BitVectors,
    Any,
    SameCompressed
  };  ///< SameCompressed: the iterator of the other side
  /// Sparse: the side that is taken, one level, has too few coordinates for a scan to pay (Strategy). Reducible: the
  /// set is the same as one that is smaller.
  enum class When { Always, Sparse, Reducible };
  const char* name;     ///< stable: what --explain says
  const char* pattern;  ///< as in the paper
  const char* emits;
  std::optional<Combination::Op>
      op;  ///< none: the rule is about a whole set, not about the sides of an operator; `left` is the set
  Side left, right;
  When when;
  /// What the set becomes: one of its sides, the level with fewer coordinates (the other is searched), a scan of both,
  /// the smaller set that is the same, or it is final.
  enum class Take { Left, Right, Sparser, Both, Smaller, End } take;
};
/// For one operator, and for whole sets, the first rule that applies fires.
const std::vector<Rule>& rules();

/// What is known of the fibers of one level.
struct Fibers {
  double stored = 0;         ///< coordinates in an average one
  std::int64_t longest = 0;  ///< coordinates in the longest
  std::int64_t dim = 0;      ///< coordinates that there are
};
/// What decides between scanning and searching.
struct Strategy {
  std::function<Fibers(const LevelIterator&)> fibers;  ///< always there
  /// If given, an intersection is searched if the side that is walked is less dense than this; 0: never, 1: always.
  /// Without it the cheaper way is taken.
  std::optional<double> scanFrom;
};

/// What a rule that walks one side of an intersection and searches in the other costs, against a scan of both; for one
/// average fiber.
struct SearchCost {
  LevelIterator walked;
  double stored = 0;      ///< coordinates that are walked
  double density = 0;     ///< their share of those that there are
  double steps = 0;       ///< of the binary searches in every level of the other side
  double affordable = 0;  ///< steps that take as long as the scan
  std::int64_t dim = 0;
};
SearchCost searchCost(const Rule& rule, const Combination& sides, const Strategy& strategy);

/// Whether a side of a rule is met by `set`, which is combined with `other`.
bool fits(Rule::Side side, const Set& set, const Set& other);
/// What the sides of a rule are held against: those of the combination, or the set itself for a rule about whole sets.
Combination sidesFor(const Rule& rule, const Set& set);
/// Whether the condition of a rule holds for a set whose sides fit.
bool holds(const Rule& rule, const Set& set, const Strategy& strategy);

/// One rule that fired.
struct Step {
  const Rule* rule;
  Set before, after;
};

/// How a forall iterates: over 0..dim-1, over the stored positions of one level, or over the set bits of combined bit
/// vectors.
struct Iteration {
  enum class Kind { Universe, Positions, Scan } kind = Kind::Universe;
  std::vector<LevelIterator> drivers;  ///< none, one, or the different levels of a scan
  Set set;                             ///< the contraction set
  Set domain;                          ///< what is visited, over the drivers: a superset of the contraction set
  std::vector<Step> steps;             ///< from the one to the other: inside out, and the last with the whole set
};

/// Every set has an iteration. Linear in the size of the set.
Iteration resolve(const Set& set, const Strategy& strategy);

}  // namespace stardust::iteration
