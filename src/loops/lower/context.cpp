#include "loops/lower/context.h"

#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/cursors.h"
#include "support/diagnostic.h"

namespace stardust::loops {

Expr Part::extent(const IndexVar& var) {
  const auto known = context_.extents.find(var);
  if (known != context_.extents.end()) return known->second;
  const Expr made = named(names_, prologue_, var + "_dim", newExtent(var));
  return context_.extents.emplace(var, made).first->second;
}

Expr Part::extent(const IndexVar& var, const Scope& scope) {
  const auto counted = scope.extents.find(var);
  return counted == scope.extents.end() ? extent(var) : counted->second;
}

bool Part::isWide() const {
  return std::any_of(facts_.accesses.begin(), facts_.accesses.end(),
                     [&](const Access& access) { return arrays_.isWide(access.tensor.name); });
}

Expr Part::denseSize(const Access& access, int from, int to) {
  Expr product = index(1);
  for (int level = from; level < to; ++level) product = multiply(product, dimOf(access, level));
  return product;
}

Stmt Part::counted(const cin::Forall& loop, const Scope& outer, const std::string& var, const Expr& begin,
                   const Expr& end, Body inside) {
  const int unroll = unrolledAsScheduled(loop, outer.scheduledAs(loop.var), var, facts_, context_.executions);
  return forLoop(var, begin, end, std::move(inside), Order::Serial, unroll);
}

// The extent of a mode that the variable indexes, or else the extent implied by the relations.
Expr Part::newExtent(const IndexVar& var) {
  for (const bool areIndexValues : {false, true})
    for (const Access& access : facts_.accesses)
      for (int level = 0; level < access.tensor.order(); ++level)
        if (access.tensor.isIndexValue == areIndexValues && varOfLevel(access, level) == var)
          return arrays_.dim(access.tensor.name, level);
  for (const cin::Relation& relation : facts_.relations) {
    Expr found;
    match(
        relation, [](const auto&) {},
        [&](const cin::SplitUp& r) {
          if (var == r.inner) found = index(r.factor);
          if (var == r.outer) found = ceilDivide(extent(r.parent), index(r.factor));
        },
        [&](const cin::SplitDown& r) {
          if (var == r.outer) found = index(r.factor);
          if (var == r.inner) found = ceilDivide(extent(r.parent), index(r.factor));
        },
        [&](const cin::Fuse& r) {
          if (var != r.fused) return;
          requireFits({r.outer, r.inner});
          found = multiply(extent(r.outer), extent(r.inner));
        });
    if (found) return found;
  }
  const auto known = facts_.extents.find(var);
  require(known != facts_.extents.end(), "the extent of a loop is known");
  return index(known->second);
}

void Part::requireFits(const std::vector<IndexVar>& vars) {
  std::vector<Expr> sizes;
  for (const IndexVar& var : vars) sizes.push_back(extent(var));
  requirePositions(sizes, prologue_);
}

// In floating point, since the product may overflow 64 bits.
void Part::requirePositions(const std::vector<Expr>& sizes, Body& out) const {
  Expr product;
  int unknown = 0;
  for (const Expr& size : sizes) {
    if (constant(size) == 1) continue;
    unknown += !constant(size);
    product = product ? multiply(product, cast(Type::F64, size)) : cast(Type::F64, size);
  }
  if (unknown == 0 || sizes.size() < 2) return;
  out.push_back(ifThen(binary(BinaryOp::Gt, product, literal(Type::F64, static_cast<double>(maxPositions))),
                       {fail(Status::TooLarge)}));
}

Expr Part::positionsBefore(const Access& access, int level, const Expr& x) {
  Expr at = x;
  for (int l = 1; l <= level; ++l) at = positionsBelow(access, l, at);
  return at;
}

Expr Part::positionsOf(const Access& access, int level) {
  return positionsBefore(access, level, positionsBelow(access, 0, index(1)));
}

Expr Part::positionsBelow(const Access& access, int level, const Expr& above) {
  const OperandLevel operand{access, level, names_, arrays_, [&] { return dimOf(access, level); }};
  return loweringOf(access.tensor.format.level(level)).positions(operand, above);
}

Expr Part::identityOf(const TensorVar& tensor) const {
  const auto reduced = facts_.reduces.find(tensor.name);
  return loops::identityOf(reduced == facts_.reduces.end() ? AssignOp::Set : reduced->second, facts_.result.tensor.type,
                           typeIn(tensor));
}

}  // namespace stardust::loops
