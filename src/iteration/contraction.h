// Which coordinates a forall has to visit: its contraction set over the level iterators of the tensors in its body
// (paper, section "Co-iteration Lowering as Rewrite Rules").
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "cin/nodes.h"

namespace stardust::iteration {

/// The stored coordinates of one level of an access: C in the paper's table. Example: level 1 of B(i,j) in CSR.
struct LevelIterator {
  notation::Access access;
  int level = 0;
};
bool same(const LevelIterator& a, const LevelIterator& b);
/// Of a sparse workspace: which coordinates are stored is kept as a bit vector.
bool isBitVector(const LevelIterator& iterator);

struct SetNode;
/// Handle to an immutable contraction set.
struct Set : Ref<SetNode> {
  using Ref<SetNode>::Ref;
};
struct Universe {};
struct Combination {
  enum class Op { Union, Intersection } op;
  Set left, right;
};
struct SetNode {
  std::variant<Universe, LevelIterator, Combination> kind;
};
Set universe();
Set combine(Combination::Op op, Set left, Set right);
/// Whether every coordinate of `set` is one of the iterator's.
bool implies(const Set& set, const LevelIterator& iterator);

/// What the forall over `var` with this body contracts, inside loops over `bound`. Products intersect; +, -, min and
/// max unite; an operand that does not use `var` does not constrain a product and makes a sum universal. Under a
/// reduction other than + all operands intersect: its terms are where every operand is stored. A level that cannot be
/// reached yet, because a level above it is not bound, is universal. A workspace stands for the expression that fills
/// it, but for its own index variables: over those it is dense, or a bit vector.
Set contractionSet(const notation::IndexVar& var, const cin::Stmt& body, const std::set<notation::IndexVar>& bound);

/// Whether a coordinate is in the set if, of `drivers`, those store it whose bit is set in `bits`, the first in the
/// lowest bit, and no other level does. The truth table of a set is its value for all 2^drivers choices.
bool contains(const Set& set, const std::vector<LevelIterator>& drivers, unsigned bits);

/// The same coordinates, for people: no U beside another set, and no level beside itself. "A2 ∩ U" becomes "A2".
Set simplified(const Set& set);

/// What to call a level.
using LevelName = std::function<std::string(const LevelIterator&)>;
/// "B2": the tensor with the level, from 1.
std::string tensorAndLevel(const LevelIterator& iterator);
/// "B2 ∩ U": U is the universe.
std::string print(const Set& set, const LevelName& name = tensorAndLevel);

}  // namespace stardust::iteration
