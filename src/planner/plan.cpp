#include "planner/plan.h"

#include <algorithm>
#include <limits>

#include "cin/loop_order.h"
#include "notation/accumulate.h"
#include "planner/copies.h"
#include "planner/estimate.h"

namespace stardust::planner {

using notation::Access;
using notation::Assignment;
using notation::IndexVar;

namespace {

Facts withResult(const Assignment& assignment, Facts facts) {
  const notation::TensorVar& result = assignment.lhs.tensor;
  facts[result.name] = assumedFacts(result);
  const double stored = Estimate(assignment, facts).results();
  facts[result.name] = TensorFacts(facts[result.name].extents(), stored);
  return facts;
}

class Chooser {
 public:
  Chooser(const Assignment& assignment, const Facts& operands, Abilities abilities, Result result)
      : assignment_(assignment),
        abilities_(abilities),
        isResultFixed_(result == Result::Fixed),
        facts_(withResult(assignment, operands)),
        estimate_(assignment, facts_, abilities) {}

  Choice run() {
    const std::vector<IndexVar> order = cin::loopOrder(assignment_);
    const Draft stored = asStored(order);
    best_ = stored_ = asymptotic_ = stored;
    if (order.size() <= mostInAllOrders) allOrders(order);
    else moves();
    Choice choice{candidate(stored), candidate(best_), candidate(asymptotic_), {}, dominated_, considered_};
    std::sort(tried_.begin(), tried_.end(), [](const Draft& a, const Draft& b) {
      return a.steps < b.steps || (a.steps == b.steps && a.order < b.order);
    });
    for (std::size_t n = 0; n < std::min(mostShown, tried_.size()); ++n) choice.orders.push_back(candidate(tried_[n]));
    return choice;
  }

 private:
  static constexpr std::size_t mostInFrontier = 16;

  struct Draft {
    std::vector<IndexVar> order;
    std::vector<Format> formats;  // by operand
    Format result;
    double steps = 0;
    std::optional<Tasks> tasks = {};
  };

  // By more than rounding.
  static bool isCheaper(const Draft& a, const Draft& b) { return a.steps < b.steps * (1 - 1e-9); }

  const std::vector<Access>& operands() const { return estimate_.operands(); }
  const TensorFacts& factsOf(const Access& access) const { return facts_.at(access.tensor.name); }

  // Without a plan, operands that the loops would search are copied.
  Draft asStored(const std::vector<IndexVar>& order) {
    Draft draft{order, {}, assignment_.lhs.tensor.format};
    const auto discordant = cin::discordant(assignment_, order);
    for (const Access& access : operands()) {
      const auto found = std::find_if(discordant.begin(), discordant.end(), [&](const cin::Discordant& other) {
        return notation::equal(other.access, access);
      });
      draft.formats.push_back(found == discordant.end() ? access.tensor.format
                                                        : compressedInOrder(access.tensor.format, found->agreeing));
    }
    return costed(std::move(draft));
  }

  Draft costed(Draft draft) {
    ++considered_;
    draft.steps = estimate_.steps(draft.order, draft.formats, draft.result);
    for (std::size_t n = 0; n < operands().size(); ++n)
      if (draft.formats[n] != operands()[n].tensor.format)
        draft.steps += abilities_.copyShare * stepsOf(draft.formats[n], factsOf(operands()[n]));
    if (draft.result != assignment_.lhs.tensor.format) draft.steps += stepsOf(draft.result, factsOf(assignment_.lhs));
    return draft;
  }

  void allOrders(std::vector<IndexVar> order) {
    std::sort(order.begin(), order.end());
    do consider(order);
    while (std::next_permutation(order.begin(), order.end()));
  }

  void moves() {
    for (bool improves = true; improves;) {
      improves = false;
      const std::vector<IndexVar> from = best_.order;
      for (std::size_t taken = 0; taken < from.size(); ++taken)
        for (std::size_t put = 0; put < from.size(); ++put) {
          std::vector<IndexVar> order = from;
          order.erase(order.begin() + static_cast<long>(taken));
          order.insert(order.begin() + static_cast<long>(put), from[taken]);
          improves = consider(order) || improves;
        }
    }
  }

  // Whether `a` makes no copy that `b` does not make.
  bool copiesNoMore(const Draft& a, const Draft& b) const {
    const Format& result = assignment_.lhs.tensor.format;
    if (a.result != result && a.result != b.result) return false;
    for (std::size_t n = 0; n < operands().size(); ++n)
      if (a.formats[n] != operands()[n].tensor.format && a.formats[n] != b.formats[n]) return false;
    return true;
  }

  // Compares the tasks of a legal candidate with those of the candidates so far. Returns whether it may be taken.
  bool isUndominated(Draft& draft) {
    draft.tasks = estimate_.tasks(draft.order, draft.formats);
    if (!draft.tasks) return true;
    if (!stored_.tasks) stored_.tasks = estimate_.tasks(stored_.order, stored_.formats);
    if (stored_.tasks && dominates(*draft.tasks, *stored_.tasks) && isCheaper(draft, asymptotic_)) asymptotic_ = draft;
    const auto by = std::find_if(frontier_.begin(), frontier_.end(), [&](const Draft& other) {
      return other.steps <= worthwhile * draft.steps && copiesNoMore(other, draft) &&
             strictlyDominates(*other.tasks, *draft.tasks);
    });
    if (by == frontier_.end()) {
      if (frontier_.size() < mostInFrontier) frontier_.push_back(draft);
      return true;
    }
    if (dominated_.size() < mostShown) dominated_.push_back({candidate(draft), candidate(*by)});
    return false;
  }

  // Tries the copies of one operand after the other, and keeps those that make the order cheaper. Returns whether the
  // order is the best so far.
  bool consider(const std::vector<IndexVar>& order) {
    Draft draft = withLegalResult(asStored(order));
    if (draft.steps == std::numeric_limits<double>::infinity()) return false;
    bool mayBeTaken = isUndominated(draft);
    for (std::size_t n = 0; n < operands().size(); ++n)
      for (const Format& format : candidateFormats(operands()[n], order, abilities_)) {
        Draft other = draft;
        other.formats[n] = format;
        other = costed(std::move(other));
        if (!isUndominated(other) || (mayBeTaken && !isCheaper(other, draft))) continue;
        draft = std::move(other);
        mayBeTaken = true;
      }
    if (!mayBeTaken) return false;
    const bool isBest = isCheaper(draft, best_);
    if (isBest) best_ = draft;
    tried_.push_back(std::move(draft));
    return isBest;
  }

  // A result that this order cannot assemble is assembled with its modes in loop order, if it can be converted back.
  Draft withLegalResult(Draft draft) {
    const Format inLoops = cin::formatInOrder(assignment_.lhs, draft.order);
    const bool isLegal = draft.steps < std::numeric_limits<double>::infinity();
    if (isLegal || isResultFixed_ || inLoops == draft.result || paddedModes(inLoops) != paddedModes(draft.result))
      return draft;
    draft.result = inLoops;
    return costed(std::move(draft));
  }

  Candidate candidate(const Draft& draft) const {
    Candidate candidate{draft.order, {}, std::nullopt, draft.steps};
    for (std::size_t n = 0; n < operands().size(); ++n)
      if (draft.formats[n] != operands()[n].tensor.format)
        candidate.copies.push_back({operands()[n], draft.formats[n]});
    if (draft.result != assignment_.lhs.tensor.format) candidate.result = Copy{assignment_.lhs, draft.result};
    return candidate;
  }

  const Assignment& assignment_;
  const Abilities abilities_;
  const bool isResultFixed_;
  Facts facts_;
  Estimate estimate_;
  Draft best_, stored_, asymptotic_;
  std::vector<Draft> frontier_;  // candidates that none so far dominates
  std::vector<Dominated> dominated_;
  std::vector<Draft> tried_;
  std::size_t considered_ = 0;
};

}  // namespace

bool isPlannable(const Assignment& assignment) {
  std::vector<IndexVar> vars = notation::variables(assignment.rhs);
  for (const IndexVar& var : assignment.lhs.indices)
    if (!notation::contains(vars, var)) vars.push_back(var);
  const bool isSum = !notation::reducesAll(assignment.op);
  const bool isOneNest = notation::reductionVariables(assignment.rhs, assignment.lhs).empty() ||
                         notation::additiveTerms(assignment.rhs).size() == 1;
  return isSum && isOneNest && vars.size() > 1 && vars.size() <= mostVars;
}

Choice choose(const Assignment& assignment, const Facts& operands, Abilities abilities, Result result) {
  return Chooser(assignment, operands, abilities, result).run();
}

}  // namespace stardust::planner
