#include "planner/factoring.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/named.h"
#include "notation/stored.h"
#include "planner/estimate.h"
#include "planner/plan.h"

namespace stardust::planner {

using notation::Assignment;
using notation::Expr;
using notation::IndexVar;

namespace {

using Exprs = std::vector<Expr>;

void addFactors(const Expr& expr, Exprs& factors) {
  const notation::Call* product = notation::callOf(expr, operators::multiply);
  if (!product) {
    factors.push_back(expr);
    return;
  }
  for (const Expr& operand : product->operands) addFactors(operand, factors);
}

Expr productOf(const Exprs& factors) {
  Expr product = factors.front();
  for (std::size_t n = 1; n < factors.size(); ++n) product = notation::binary(operators::multiply, product, factors[n]);
  return product;
}

std::vector<IndexVar> variablesOf(const Exprs& factors) {
  std::vector<IndexVar> all;
  for (const Expr& factor : factors)
    for (const IndexVar& var : notation::variables(factor))
      if (!notation::contains(all, var)) all.push_back(var);
  return all;
}

// The format of a temporary: dense only if its product is stored everywhere.
Format formatFor(const Expr& product, std::size_t order) {
  if (order == 0) return Format();
  if (notation::storedWhere(product, {}, notation::declaredDense)) return denseFormat(static_cast<int>(order));
  return sparseFormat(static_cast<int>(order));
}

class Search {
 public:
  Search(const Assignment& assignment, const std::set<std::string>& reserved, Abilities abilities)
      : assignment_(assignment), reserved_(reserved), abilities_(abilities) {}

  std::optional<Factoring> run(const Exprs& factors, const Facts& facts) {
    explore({factors, facts, {}, 0});
    if (!best_ || best_->statements.size() == 1) return std::nullopt;
    best_->together = together_;
    return best_;
  }

 private:
  struct State {
    Exprs factors;
    Facts facts;
    std::vector<Assignment> statements;  // of the temporaries
    double steps;
  };

  void explore(const State& state) {
    finish(state);
    if (state.factors.size() < 3) return;
    for (std::size_t a = 0; a < state.factors.size(); ++a)
      for (std::size_t b = a + 1; b < state.factors.size(); ++b)
        if (const auto next = combined(state, a, b)) explore(*next);
  }

  void finish(const State& state) {
    Assignment last = assignment_;
    last.rhs = productOf(state.factors);
    const double steps = state.steps + stepsOf(last, state.facts);
    if (state.statements.empty()) together_ = steps;
    if (best_ && best_->steps <= steps) return;
    std::vector<Assignment> statements = state.statements;
    statements.push_back(std::move(last));
    best_ = Factoring{std::move(statements), steps, 0, state.facts};
  }

  // The state after a temporary for the product of two factors; nothing if it would sum over no variable, or is no
  // better than the best.
  std::optional<State> combined(const State& state, std::size_t a, std::size_t b) const {
    const Exprs pair = {state.factors[a], state.factors[b]};
    State next{{}, state.facts, state.statements, state.steps};
    for (std::size_t n = 0; n < state.factors.size(); ++n)
      if (n != a && n != b) next.factors.push_back(state.factors[n]);
    const std::vector<IndexVar> of = variablesOf(pair), others = variablesOf(next.factors);
    std::vector<IndexVar> kept;
    for (const IndexVar& var : of)
      if (notation::contains(others, var) || notation::contains(assignment_.lhs.indices, var)) kept.push_back(var);
    if (kept.size() == of.size()) return std::nullopt;
    Assignment temporary;
    temporary.rhs = productOf(pair);
    temporary.lhs.indices = kept;
    temporary.lhs.tensor.name = nameFor(state.statements.size());
    temporary.lhs.tensor.format = formatFor(temporary.rhs, kept.size());
    temporary.lhs.tensor.type = assignment_.lhs.tensor.type;
    next.facts[temporary.lhs.tensor.name] = factsOf(temporary, state.facts);
    next.steps += stepsOf(temporary, state.facts);
    if (best_ && best_->steps <= next.steps) return std::nullopt;
    next.factors.insert(next.factors.begin() + static_cast<long>(std::min(a, next.factors.size())),
                        notation::access(temporary.lhs.tensor, kept));
    next.statements.push_back(std::move(temporary));
    return next;
  }

  static TensorFacts factsOf(const Assignment& temporary, Facts facts) {
    std::vector<double> extents;
    for (const IndexVar& var : temporary.lhs.indices) extents.push_back(extentOf(var, temporary.rhs, facts));
    const std::string& name = temporary.lhs.tensor.name;
    double all = 1;
    for (const double extent : extents) all *= extent;
    facts[name] = TensorFacts(extents, all);
    const bool isDense = temporary.lhs.tensor.format.isDense();
    return {extents, isDense ? all : Estimate(temporary, facts).results()};
  }

  static double extentOf(const IndexVar& var, const Expr& expr, const Facts& facts) {
    double extent = 1;
    for (const notation::Access& access : notation::accesses(expr))
      for (std::size_t mode = 0; mode < access.indices.size(); ++mode)
        if (access.indices[mode] == var) extent = std::max(extent, facts.at(access.tensor.name).extents()[mode]);
    return extent;
  }

  double stepsOf(const Assignment& assignment, const Facts& facts) const {
    return choose(assignment, facts, abilities_).best.steps;
  }

  std::string nameFor(std::size_t n) const {
    std::string name = fmt::format("t{}", n + 1);
    while (reserved_.count(name) != 0) name += "_";
    return name;
  }

  const Assignment& assignment_;
  const std::set<std::string>& reserved_;
  const Abilities abilities_;
  std::optional<Factoring> best_;
  double together_ = 0;
};

}  // namespace

std::optional<Factoring> factoring(const Assignment& assignment, const Facts& facts,
                                   const std::set<std::string>& reserved, Abilities abilities) {
  Exprs factors;
  addFactors(assignment.rhs, factors);
  const auto tensors = std::count_if(factors.begin(), factors.end(),
                                     [](const Expr& factor) { return !notation::variables(factor).empty(); });
  const bool isProduct = !notation::reducesAll(assignment.op) && notation::additiveTerms(assignment.rhs).size() == 1;
  if (!isProduct || tensors < 3 || factors.size() > mostFactors || !isPlannable(assignment)) return std::nullopt;
  return Search(assignment, reserved, abilities).run(factors, facts);
}

}  // namespace stardust::planner
