// Contraction sets: the coordinates that a forall visits, as a set expression over the level iterators of the tensors
// in its body (paper, section "Co-iteration Lowering as Rewrite Rules").
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
/// True for a sparse workspace, which records its stored coordinates in a bit vector.
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
/// Whether `set` is a subset of the iterator's coordinates.
bool implies(const Set& set, const LevelIterator& iterator);

/// The contraction set of the forall over `var` with this body, nested in loops over `bound`. Products intersect; +, -,
/// min and max unite. An operand without `var` does not constrain a product, and makes a sum universal. Under a
/// reduction other than +, all operands intersect, since a term requires all operands. A level below an unbound level
/// is not accessible yet and counts as universal. A workspace stands for its defining expression; over its own index
/// variables it is dense or a bit vector.
Set contractionSet(const notation::IndexVar& var, const cin::Stmt& body, const std::set<notation::IndexVar>& bound);

/// Whether a coordinate is in the set, given the levels that store it: those of `drivers` whose bit is set in `bits`
/// (the first in the lowest bit), and no other level. The values for all 2^drivers masks are the truth table of the
/// set.
bool contains(const Set& set, const std::vector<LevelIterator>& drivers, unsigned bits);

/// An equal set in a readable form, without U beside another set and without duplicate levels: "A2 ∩ U" becomes "A2".
Set simplified(const Set& set);

/// Display name of a level.
using LevelName = std::function<std::string(const LevelIterator&)>;
/// "B2": the tensor and the level, from 1.
std::string tensorAndLevel(const LevelIterator& iterator);
/// "B2 ∩ U", where U is the universe.
std::string print(const Set& set, const LevelName& name = tensorAndLevel);

}  // namespace stardust::iteration
