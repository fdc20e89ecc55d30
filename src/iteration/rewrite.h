// Rewrites a contraction set to one parallel pattern, by matching the rules of a table. Each target has its own table
// (capstan/rules).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::iteration {

/// Statistics of the fibers of one level.
struct Fibers {
  double stored = 0;         ///< average number of stored coordinates
  std::int64_t longest = 0;  ///< maximum number of stored coordinates
  std::int64_t dim = 0;      ///< extent of the level
};
/// The inputs of rule conditions.
struct Strategy {
  std::function<Fibers(const LevelIterator&)> fibers;  ///< never null
  /// If set, an intersection is searched when the density of the iterated side is below this threshold (0: never, 1:
  /// always). Otherwise the cheaper alternative is taken.
  std::optional<double> scanFrom;
};

struct Rule;
struct Step;

/// A condition of a rule, beyond the match of its sides.
struct Condition {
  /// Whether it holds for a set whose sides match.
  bool (*holds)(const Rule& rule, const Set& set, const Strategy& strategy);
  /// Describes its finding for the set of a step, whether it holds or not.
  std::string (*finding)(const Rule& rule, const Step& step, const Strategy& strategy, const LevelName& name);
};
/// The set has a smaller equivalent, for up to 8 levels: a single level, or one operation on two levels.
extern const Condition reducible;

/// One row of a table. U is the universe, C a compressed level, B a bit vector (including sparse workspaces) or a
/// combination of them.
struct Rule {
  enum class Side {
    Universe,
    Compressed,
    BitVectors,
    Any,
    SameCompressed
  };                    ///< SameCompressed: equal to the iterator of the other side
  const char* name;     ///< stable name, used by --explain
  const char* pattern;  ///< the pattern of the paper
  const char* emits;
  std::optional<Combination::Op>
      op;  ///< none: the rule matches a whole set, given by `left`, instead of the sides of an operator
  Side left, right;
  const Condition* when;  ///< null: unconditional
  /// The result of the rewrite: one side, the level with fewer coordinates (the other is searched), a scan of both, the
  /// smaller equivalent set, or no further rewriting.
  enum class Take { Left, Right, Sparser, Both, Smaller, End } take;
};
/// Ordered rules. The first applicable rule for an operator, or for whole sets, fires. The table must be total.
using Table = std::vector<Rule>;

/// Whether `set`, combined with `other`, matches a side of a rule.
bool fits(Rule::Side side, const Set& set, const Set& other);
/// The operands to match: the sides of the combination, or the set itself for a rule about whole sets.
Combination sidesFor(const Rule& rule, const Set& set);
/// Whether the condition of a rule holds for a set whose sides match.
bool holds(const Rule& rule, const Set& set, const Strategy& strategy);
/// Applies a rule to a matching set.
Set rewritten(const Set& set, const Rule& rule, const Strategy& strategy);

/// One application of a rule.
struct Step {
  const Rule* rule;  ///< a row of the table, which must outlive it
  Set before, after;
};

/// The iteration of a forall: over 0..dim-1, over the stored positions of one level, or over the set bits of combined
/// bit vectors.
struct Iteration {
  enum class Kind { Universe, Positions, Scan } kind = Kind::Universe;
  std::vector<LevelIterator> drivers;  ///< empty, one level, or the distinct levels of a scan
  Set set;                             ///< the contraction set
  Set domain;                          ///< the visited coordinates, over the drivers: a superset of the contraction set
  std::vector<Step> steps;             ///< the derivation, innermost operators first and whole-set rules last
};

/// Linear in the size of the set.
Iteration resolve(const Set& set, const Table& table, const Strategy& strategy);

}  // namespace stardust::iteration
