#include "planner/factoring.h"

#include <algorithm>

#include "planner/distributing.h"
#include "planner/plan.h"
#include "planner/temporaries.h"

namespace stardust::planner {

using notation::Assignment;
using notation::Expr;
using notation::IndexVar;

namespace {

std::vector<IndexVar> variablesOf(const Exprs& factors) {
  std::vector<IndexVar> all;
  for (const Expr& factor : factors)
    for (const IndexVar& var : notation::variables(factor))
      if (!notation::contains(all, var)) all.push_back(var);
  return all;
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
    Assignment temporary = temporaryFor(temporaryName(state.statements.size(), reserved_), productOf(pair), kept,
                                        assignment_.lhs.tensor.type, state.facts);
    next.facts[temporary.lhs.tensor.name] = factsOfTemporary(temporary, state.facts);
    next.steps += stepsOf(temporary, state.facts);
    if (best_ && best_->steps <= next.steps) return std::nullopt;
    next.factors.insert(next.factors.begin() + static_cast<long>(std::min(a, next.factors.size())),
                        notation::access(temporary.lhs.tensor, kept));
    next.statements.push_back(std::move(temporary));
    return next;
  }

  double stepsOf(const Assignment& assignment, const Facts& facts) const {
    return choose(assignment, facts, abilities_).best.steps;
  }

  const Assignment& assignment_;
  const std::set<std::string>& reserved_;
  const Abilities abilities_;
  std::optional<Factoring> best_;
  double together_ = 0;
};

std::optional<Factoring> ofProduct(const Assignment& assignment, const Facts& facts,
                                   const std::set<std::string>& reserved, Abilities abilities) {
  const Exprs factors = factorsOf(assignment.rhs);
  const auto tensors = std::count_if(factors.begin(), factors.end(),
                                     [](const Expr& factor) { return !notation::variables(factor).empty(); });
  if (tensors < 3 || factors.size() > mostFactors || !isPlannable(assignment)) return std::nullopt;
  auto found = Search(assignment, reserved, abilities).run(factors, facts);
  return found && found->steps * worthwhile <= found->together ? std::move(found) : std::nullopt;
}

}  // namespace

std::optional<Factoring> factoring(const Assignment& assignment, const Facts& facts,
                                   const std::set<std::string>& reserved, Abilities abilities) {
  if (notation::reducesAll(assignment.op)) return std::nullopt;
  if (notation::additiveTerms(assignment.rhs).size() == 1) return ofProduct(assignment, facts, reserved, abilities);
  return distributing(assignment, facts, reserved, abilities);
}

}  // namespace stardust::planner
