#include "loops/lower/lowering.h"

#include <algorithm>

#include "loops/lower/dot.h"
#include "loops/lower/jam.h"
#include "loops/lower/lower.h"
#include "loops/lower/orders.h"
#include "loops/lower/prefetch.h"
#include "loops/lower/sums.h"
#include "loops/lower/unread.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

Expr ceilDivide(const Expr& a, const Expr& b) {
  return binary(BinaryOp::Div, add(a, subtract(b, index(1))), b);
}

}  // namespace

bool Scope::visitsAll(std::size_t depth, int outside) const {
  return guards == outside && std::all_of(whole.begin() + static_cast<std::ptrdiff_t>(depth), whole.end(), [](bool w) { return w; });
}

Lowering::Lowering(const cin::Stmt& stmt, std::string name, const LoweringOptions& options)
    : facts_(factsOf(stmt)), name_(std::move(name)), options_(options), arrays_(names_, facts_.tensors()) {}

Lowering::Lowering(const cin::Stmt& stmt, std::string name, const Lowering& serial) : Lowering(stmt, std::move(name), serial.options_) {
  bounds_ = serial.bounds_;
  assemblesParts_ = serial.assemblesParts_;
  chunked_ = true;
}

Function Lowering::run() {
  beginResult();
  Scope scope;
  Body body;
  locate(facts_.body, scope, body);
  lower(facts_.body, scope, body);
  endResult(body);
  Function function{name_, {}, std::move(prologue_)};
  function.body.insert(function.body.end(), body.begin(), body.end());
  function.parameters = arrays_.parameters();
  return function;
}

void Lowering::lower(const cin::Stmt& stmt, Scope& scope, Body& out) {
  if (estimate_) return estimate(stmt, scope, out);
  match(
      stmt->kind, [&](const cin::Forall& s) { forall(s, scope, out); }, [&](const cin::Assign& s) { assign(s, scope, out); },
      [&](const cin::Where& s) { where(s, scope, out); },
      [&](const cin::Sequence& s) {
        lower(s.first, scope, out);
        lower(s.second, scope, out);
      },
      [&](const cin::Map& s) { lower(s.body, scope, out); }, [](const cin::SuchThat&) { failInternal("relations below the root"); });
}

Expr Lowering::identityOf(const TensorVar& tensor) const {
  const auto reduced = facts_.reduces.find(tensor.name);
  return loops::identityOf(reduced == facts_.reduces.end() ? AssignOp::Set : reduced->second, type());
}

Expr Lowering::extent(const IndexVar& var) {
  const auto known = extents_.find(var);
  if (known != extents_.end()) return known->second;
  const Expr made = named(names_, prologue_, var + "_dim", newExtent(var));
  return extents_.emplace(var, made).first->second;
}

Expr Lowering::extent(const IndexVar& var, const Scope& scope) {
  const auto counted = scope.extents.find(var);
  return counted == scope.extents.end() ? extent(var) : counted->second;
}

// The dimension of a tensor that it indexes; else what the relations say.
Expr Lowering::newExtent(const IndexVar& var) {
  for (const Access& access : facts_.accesses)
    for (int level = 0; level < access.tensor.order(); ++level)
      if (varOfLevel(access, level) == var) return arrays_.dim(access.tensor.name, level);
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

void Lowering::requireFits(const std::vector<IndexVar>& vars) {
  Expr product = index(1);
  for (const IndexVar& var : vars) {
    const bool isOne = constant(product) == 1;
    product = multiply(product, extent(var));
    if (isOne || constant(product)) continue;
    product = named(names_, prologue_, "elements", product);
    prologue_.push_back(ifThen(binary(BinaryOp::Gt, product, index(maxDimension)), {fail(Status::TooLarge)}));
  }
}

Function lower(const cin::Stmt& stmt, const std::string& name, const LoweringOptions& options) {
  const cin::Stmt stored = withSparseWorkspaces(stmt);
  Lowering serial(stored, name, options);
  Function made = serial.run();
  const Lowering* maker = &serial;
  std::optional<Lowering> chunked;
  if (serial.mayBeChunked()) {
    const Function parallel = chunked.emplace(stored, name, serial).run();
    if (chunked->isIndependent()) {
      made = parallel;
      maker = &*chunked;
    }
  }
  maker->requireAsScheduled();
  const Function function = withJammedRows(withFourSums(withDotProducts(withRowsPrefetched(withVectors(withoutUnread(made), maker->wantedVectors())))));
  verify(function);
  return function;
}

}  // namespace stardust::loops
