// How a contraction set becomes one parallel pattern: a matcher that rewrites it by the rules of a table. Which rules
// there are is a target's own (capstan/rules).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::iteration {

/// What is known of the fibers of one level.
struct Fibers {
  double stored = 0;         ///< coordinates in an average one
  std::int64_t longest = 0;  ///< coordinates in the longest
  std::int64_t dim = 0;      ///< coordinates that there are
};
/// What the conditions of rules decide by.
struct Strategy {
  std::function<Fibers(const LevelIterator&)> fibers;  ///< always there
  /// If given, an intersection is searched if the side that is walked is less dense than this; 0: never, 1: always.
  /// Without it the cheaper way is taken.
  std::optional<double> scanFrom;
};

struct Rule;
struct Step;

/// What a rule asks for beside its sides.
struct Condition {
  /// Whether it holds for a set whose sides fit.
  bool (*holds)(const Rule& rule, const Set& set, const Strategy& strategy);
  /// What it finds in a step for the same set, whether it holds or not.
  std::string (*finding)(const Rule& rule, const Step& step, const Strategy& strategy, const LevelName& name);
};
/// That the set is the same as a smaller one, up to 8 levels: one of its levels, or one operation on two.
extern const Condition reducible;

/// One row of a table. U is the universe, C a compressed level, B a bit vector (a sparse workspace has one) or a
/// combination of them.
struct Rule {
  enum class Side {
    Universe,
    Compressed,
    BitVectors,
    Any,
    SameCompressed
  };                    ///< SameCompressed: the iterator of the other side
  const char* name;     ///< stable: what --explain says
  const char* pattern;  ///< as in the paper
  const char* emits;
  std::optional<Combination::Op>
      op;  ///< none: the rule is about a whole set, not about the sides of an operator; `left` is the set
  Side left, right;
  const Condition* when;  ///< null: always
  /// What the set becomes: one of its sides, the level with fewer coordinates (the other is searched), a scan of both,
  /// the smaller set that is the same, or it is final.
  enum class Take { Left, Right, Sparser, Both, Smaller, End } take;
};
/// For one operator, and for whole sets, the first rule that applies fires. There has to be one for every set.
using Table = std::vector<Rule>;

/// Whether a side of a rule is met by `set`, which is combined with `other`.
bool fits(Rule::Side side, const Set& set, const Set& other);
/// What the sides of a rule are held against: those of the combination, or the set itself for a rule about whole sets.
Combination sidesFor(const Rule& rule, const Set& set);
/// Whether the condition of a rule holds for a set whose sides fit.
bool holds(const Rule& rule, const Set& set, const Strategy& strategy);
/// What a rule makes of a set that it applies to.
Set rewritten(const Set& set, const Rule& rule, const Strategy& strategy);

/// One rule that fired.
struct Step {
  const Rule* rule;  ///< of the table, which outlives it
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

/// Linear in the size of the set.
Iteration resolve(const Set& set, const Table& table, const Strategy& strategy);

}  // namespace stardust::iteration
