#include "planner/distributing.h"

#include <algorithm>

#include "cin/loop_order.h"
#include "planner/estimate.h"
#include "planner/plan.h"
#include "planner/temporaries.h"

namespace stardust::planner {

using notation::Assignment;
using notation::Expr;
using notation::IndexVar;
using notation::Term;

namespace {

using Terms = std::vector<Term>;

// A sum of terms with their signs. A positive one comes first, if there is any.
Expr sumOf(Terms terms) {
  std::stable_partition(terms.begin(), terms.end(), [](const Term& term) { return !term.negative; });
  Expr sum = terms.front().negative ? notation::negate(terms.front().expr) : terms.front().expr;
  for (std::size_t n = 1; n < terms.size(); ++n)
    sum = notation::binary(terms[n].negative ? operators::subtract : operators::add, sum, terms[n].expr);
  return sum;
}

// The factors of `all` without those of `taken`, each once; nothing if one is missing.
std::optional<Exprs> without(Exprs all, const Exprs& taken) {
  for (const Expr& factor : taken) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Expr& e) { return notation::equal(e, factor); });
    if (found == all.end()) return std::nullopt;
    all.erase(found);
  }
  return all;
}

Exprs shared(const Exprs& a, Exprs b) {
  Exprs both;
  for (const Expr& factor : a) {
    const auto found = std::find_if(b.begin(), b.end(), [&](const Expr& e) { return notation::equal(e, factor); });
    if (found == b.end()) continue;
    both.push_back(factor);
    b.erase(found);
  }
  return both;
}

bool isTensorOrNumber(const Expr& expr) { return !std::holds_alternative<notation::Call>(expr->kind); }

// The variables of a product of tensors and numbers, in the order of their first appearance; nothing for others.
std::vector<IndexVar> restVariables(const Exprs& rest) {
  if (rest.empty() || !std::all_of(rest.begin(), rest.end(), isTensorOrNumber)) return {};
  return notation::variables(productOf(rest));
}

bool haveSame(const std::vector<IndexVar>& a, const std::vector<IndexVar>& b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

class Distribution {
 public:
  Distribution(const Assignment& assignment, const std::set<std::string>& reserved, Abilities abilities)
      : assignment_(assignment), reserved_(reserved), abilities_(abilities) {}

  std::optional<Factoring> run(const Facts& facts) const {
    const Terms terms = notation::additiveTerms(assignment_.rhs);
    State state{terms, facts, {}, 0, 0};
    state.all = stepsOf(withTerms(terms), facts);
    const double together = state.all;
    while (const auto next = improved(state)) state = *next;
    if (state.statements.empty() || state.all * worthwhileShared > together) return std::nullopt;
    state.statements.push_back(withTerms(state.terms));
    return Factoring{state.statements, state.all, together, state.facts};
  }

 private:
  struct State {
    Terms terms;
    Facts facts;
    std::vector<Assignment> statements;  // of the temporaries
    double before;                       // steps of the temporaries
    double all;                          // and of the rest
  };

  Assignment withTerms(const Terms& terms) const {
    Assignment assignment = assignment_;
    assignment.rhs = sumOf(terms);
    return assignment;
  }

  std::optional<State> improved(const State& state) const {
    std::optional<State> best;
    for (std::size_t a = 0; a < state.terms.size(); ++a)
      for (std::size_t b = a + 1; b < state.terms.size(); ++b) {
        const Exprs common = shared(factorsOf(state.terms[a].expr), factorsOf(state.terms[b].expr));
        if (common.empty()) continue;
        const auto next = grouped(state, a, common);
        if (next && next->all < (best ? best->all : state.all)) best = next;
      }
    return best;
  }

  // The state after a temporary for the rests of all terms like `first` with these factors.
  std::optional<State> grouped(const State& state, std::size_t first, const Exprs& common) const {
    const auto rest = without(factorsOf(state.terms[first].expr), common);
    const std::vector<IndexVar> vars = restVariables(*rest);
    if (vars.empty()) return std::nullopt;
    Terms rests, left;
    for (const Term& term : state.terms) {
      const auto of = without(factorsOf(term.expr), common);
      if (of && haveSame(restVariables(*of), vars)) rests.push_back({term.negative, productOf(*of)});
      else left.push_back(term);
    }
    if (rests.size() < 2) return std::nullopt;
    State next{std::move(left), state.facts, state.statements, state.before, 0};
    Assignment temporary = temporaryFor(temporaryName(state.statements.size(), reserved_), sumOf(rests), vars,
                                        assignment_.lhs.tensor.type, state.facts);
    next.facts[temporary.lhs.tensor.name] = factsOfTemporary(temporary, state.facts);
    next.before += stepsOf(temporary, state.facts);
    const Expr instead = notation::access(temporary.lhs.tensor, vars);
    next.terms.insert(next.terms.begin(), {false, productWith(instead, state.terms[first].expr, common)});
    next.statements.push_back(std::move(temporary));
    next.all = next.before + stepsOf(withTerms(next.terms), next.facts);
    return next;
  }

  // A term with another expression in place of the factors that are not shared, where the first of them was.
  static Expr productWith(const Expr& instead, const Expr& term, Exprs common) {
    Exprs factors;
    bool isPut = false;
    for (const Expr& factor : factorsOf(term)) {
      const auto found =
          std::find_if(common.begin(), common.end(), [&](const Expr& e) { return notation::equal(e, factor); });
      if (found == common.end() && isPut) continue;
      isPut = isPut || found == common.end();
      factors.push_back(found == common.end() ? instead : factor);
      if (found != common.end()) common.erase(found);
    }
    return productOf(factors);
  }

  // The terms of a sum that has no nest of its own are computed one by one.
  double stepsOf(const Assignment& assignment, const Facts& facts) const {
    if (isPlannable(assignment)) return choose(assignment, facts, abilities_).best.steps;
    double steps = 0;
    for (const Term& term : notation::additiveTerms(assignment.rhs)) {
      Assignment alone = assignment;
      alone.rhs = term.expr;
      steps +=
          isPlannable(alone) ? choose(alone, facts, abilities_, Result::Fixed).best.steps : asWritten(alone, facts);
    }
    return steps;
  }

  static double asWritten(const Assignment& assignment, Facts facts) {
    facts[assignment.lhs.tensor.name] = assumedFacts(assignment.lhs.tensor);
    return Estimate(assignment, facts).steps(cin::loopOrder(assignment));
  }

  const Assignment& assignment_;
  const std::set<std::string>& reserved_;
  const Abilities abilities_;
};

}  // namespace

std::optional<Factoring> distributing(const Assignment& assignment, const Facts& facts,
                                      const std::set<std::string>& reserved, Abilities abilities) {
  const auto terms = notation::additiveTerms(assignment.rhs).size();
  const bool isSmall = notation::variables(assignment.rhs).size() <= mostVars;
  if (assignment.op != notation::AssignOp::Set || terms < 2 || terms > mostTerms || !isSmall) return std::nullopt;
  return Distribution(assignment, reserved, abilities).run(facts);
}

}  // namespace stardust::planner
