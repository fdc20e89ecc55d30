#include "loops/lower/coordinates.h"

#include "support/diagnostic.h"

namespace stardust::loops {

Expr Coordinates::derive(Scope& scope, Body& out) {
  Expr exists = boolean(true);
  if (facts_.relations.empty()) return exists;
  for (const cin::Derived& d : cin::derivedHere(facts_.relations, scope.path, facts_.extents)) {
    const Expr coordinate = named(names_, out, d.var, derived(d, scope));
    scope.vars[d.var] = coordinate;
    if (std::holds_alternative<cin::Combined>(d.definition))
      exists = both(exists, binary(BinaryOp::Lt, coordinate, extent(d.var, scope)));
  }
  return exists;
}

Expr Coordinates::innerExtentOf(const IndexVar& fused, const IndexVar& part) {
  for (const cin::Relation& relation : facts_.relations)
    if (const auto* fuse = std::get_if<cin::Fuse>(&relation);
        fuse && fuse->fused == fused && (fuse->outer == part || fuse->inner == part))
      return extent(fuse->inner);
  failInternal("a fused variable has a relation");
}

Expr Coordinates::derived(const cin::Derived& d, const Scope& scope) {
  return match(
      d.definition,
      [&](const cin::Combined& c) {
        Expr stride = extent(c.inner, scope);
        for (const cin::Relation& relation : facts_.relations)
          if (const auto* up = std::get_if<cin::SplitUp>(&relation);
              up && up->parent == d.var && up->outer == c.outer && up->inner == c.inner)
            stride = index(up->factor);
        return add(multiply(scope.vars.at(c.outer), stride), scope.vars.at(c.inner));
      },
      [&](const cin::Quotient& q) {
        return binary(BinaryOp::Div, scope.vars.at(q.fused), innerExtentOf(q.fused, d.var));
      },
      [&](const cin::Remainder& r) {
        return binary(BinaryOp::Rem, scope.vars.at(r.fused), innerExtentOf(r.fused, d.var));
      },
      [](const cin::Stored&) -> Expr { failInternal("coordinates of positions are found by the loops over them"); },
      [&](const cin::Computed& c) { return computed(c, scope); });
}

Expr Coordinates::computed(const cin::Computed& c, const Scope& scope) {
  Expr sum = index(c.index.constant);
  std::size_t read = 0;
  for (const notation::IndexTerm& term : c.index.terms) {
    Expr value;
    if (term.isGather()) {
      const Access& access = c.reads.at(read++);
      Expr at = index(0);
      for (int level = 0; level < access.tensor.order(); ++level)
        at = add(multiply(at, dimOf(access, level)), scope.vars.at(varOfLevel(access, level)));
      value = converted(Type::I64, load(arrays_.values(access.tensor), typeOf(access.tensor.type), at));
    } else {
      value = scope.vars.at(term.name);
    }
    sum = add(sum, multiply(value, index(term.factor)));
  }
  return sum;
}

Expr Coordinates::positionOf(const IndexVar& part, Expr at, const Scope& scope) {
  IndexVar var = part;
  for (auto relation = facts_.relations.rbegin(); relation != facts_.relations.rend(); ++relation)
    match(
        *relation, [](const auto&) {},
        [&](const cin::SplitUp& r) {
          if (r.outer != var) return;
          at = multiply(at, index(r.factor));
          var = r.parent;
        },
        [&](const cin::SplitDown& r) {
          if (r.outer != var) return;
          at = multiply(at, extent(r.inner, scope));
          var = r.parent;
        });
  return at;
}

}  // namespace stardust::loops
