// Automatic pass: hoists loop-invariant factors out of sums.
#include <algorithm>
#include <set>

#include "cin/nodes.h"
#include "schedule/automatic.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using cin::Stmt;
using notation::Access;
using notation::AssignOp;
using notation::Expr;
using notation::IndexVar;

void collectFactors(const Expr& e, std::vector<Expr>& factors) {
  const notation::Call* product = notation::callOf(e, operators::multiply);
  if (!product) return factors.push_back(e);
  for (const Expr& factor : product->operands) collectFactors(factor, factors);
}

Expr productOf(const std::vector<Expr>& factors) {
  Expr product;
  for (const Expr& f : factors) product = product ? notation::binary(operators::multiply, product, f) : f;
  return product;
}

/// Matches forall(k, ws += a * b(k)), mapped or not.
struct Sum {
  Nest nest;
  const cin::Assign* assign = nullptr;
};

std::optional<Sum> sumOf(const Stmt& producer) {
  const auto* map = std::get_if<cin::Map>(&producer->kind);
  Sum sum{nestOf(map ? map->body : producer)};
  sum.assign = std::get_if<cin::Assign>(&sum.nest.body->kind);
  if (!sum.assign || sum.assign->op != operators::add || !sum.assign->lhs.tensor.workspace ||
      sum.assign->lhs.tensor.order() != 0)
    return std::nullopt;
  return sum;
}

bool isConstantIn(const Expr& e, const std::vector<IndexVar>& loops) {
  const auto all = notation::accesses(e);
  return std::none_of(all.begin(), all.end(), [&](const Access& a) {
    return std::any_of(a.indices.begin(), a.indices.end(), [&](const IndexVar& v) { return contains(loops, v); });
  });
}

Stmt hoisted(const cin::Where& s) {
  const auto sum = sumOf(s.producer);
  const auto* reader = std::get_if<cin::Assign>(&s.consumer->kind);
  if (!sum || !reader || sum->assign->lhs.tensor.type != reader->lhs.tensor.type) return {};
  const std::string& workspace = sum->assign->lhs.tensor.name;
  const auto read = notation::accesses(reader->rhs);
  if (std::count_if(read.begin(), read.end(), [&](const Access& a) { return a.tensor.name == workspace; }) != 1)
    return {};
  std::vector<Expr> factors, shared, own;
  collectFactors(sum->assign->rhs, factors);
  for (const Expr& f : factors) (isConstantIn(f, sum->nest.vars) ? shared : own).push_back(f);
  if (shared.empty() || own.empty()) return {};
  const Expr rhs = notation::rewrite(reader->rhs, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    return access && access->tensor.name == workspace ? notation::binary(operators::multiply, productOf(shared), e)
                                                      : Expr();
  });
  const Stmt inner = cin::forall(sum->nest.vars, cin::assign(sum->assign->lhs, operators::add, productOf(own)));
  return cin::where(cin::assign(reader->lhs, reader->op, rhs), inner);
}

Stmt hoistedIn(const Stmt& stmt) {
  if (const auto* s = std::get_if<cin::Where>(&stmt->kind))
    if (const Stmt result = hoisted(*s)) return result;
  return cin::mapChildren(stmt, [](const Stmt& child) { return hoistedIn(child); });
}

}  // namespace

Stmt hoistFactors(const Stmt& stmt) { return cin::relationsOf(stmt).empty() ? hoistedIn(stmt) : stmt; }

}  // namespace stardust::schedule
