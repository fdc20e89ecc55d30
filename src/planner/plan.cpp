#include "planner/plan.h"

#include <algorithm>
#include <limits>

#include "cin/loop_order.h"
#include "levels/registry.h"
#include "planner/copies.h"
#include "planner/estimate.h"

namespace stardust::planner {

using notation::Access;
using notation::Assignment;
using notation::IndexVar;

namespace {

constexpr std::size_t mostInAllOrders = 6;

class Chooser {
 public:
  Chooser(const Assignment& assignment, const Facts& operands)
      : assignment_(assignment), facts_(withResult(assignment, operands)) {
    for (const Access& access : notation::accesses(assignment.rhs)) {
      const auto same = [&](const Access& other) { return notation::equal(other, access); };
      if (std::none_of(operands_.begin(), operands_.end(), same)) operands_.push_back(access);
    }
  }

  Choice run() {
    const std::vector<IndexVar> order = cin::loopOrder(assignment_);
    Choice choice;
    choice.stored = asStored(order);
    choice.best = choice.stored;
    if (order.size() <= mostInAllOrders) allOrders(order, choice.best);
    else moves(choice.best);
    choice.considered = considered_;
    return choice;
  }

 private:
  static Facts withResult(const Assignment& assignment, Facts facts) {
    const std::string& result = assignment.lhs.tensor.name;
    facts[result] = assumedFacts(assignment.lhs.tensor);
    facts[result] = TensorFacts(facts[result].extents(), Estimate(assignment, facts).results());
    return facts;
  }

  // The candidate that is taken without a plan: operands that the loops would search are copied.
  Candidate asStored(const std::vector<IndexVar>& order) {
    Candidate candidate{order, {}, std::nullopt, 0};
    for (const cin::Discordant& found : cin::discordant(assignment_, order))
      candidate.copies.push_back({found.access, compressedInOrder(found.agreeing)});
    return costed(std::move(candidate));
  }

  Candidate costed(Candidate candidate) {
    ++considered_;
    candidate.steps = Estimate(as(candidate), facts_).steps(candidate.order);
    for (const Copy& copy : candidate.copies) candidate.steps += stepsOf(copy, facts_.at(copy.access.tensor.name));
    if (candidate.result) candidate.steps += stepsOf(*candidate.result, facts_.at(assignment_.lhs.tensor.name));
    return candidate;
  }

  Assignment as(const Candidate& candidate) const {
    Assignment copied = assignment_;
    copied.rhs = notation::rewrite(assignment_.rhs, [&](const notation::Expr& expr) {
      const auto* access = std::get_if<Access>(&expr->kind);
      const auto copy = std::find_if(candidate.copies.begin(), candidate.copies.end(),
                                     [&](const Copy& c) { return access && notation::equal(c.access, *access); });
      if (!access || copy == candidate.copies.end()) return notation::Expr();
      notation::TensorVar tensor = access->tensor;
      tensor.format = copy->to;
      return notation::access(tensor, access->indices, expr->where);
    });
    if (candidate.result) copied.lhs.tensor.format = candidate.result->to;
    return copied;
  }

  void allOrders(std::vector<IndexVar> order, Candidate& best) {
    std::sort(order.begin(), order.end());
    do consider(order, best);
    while (std::next_permutation(order.begin(), order.end()));
  }

  void moves(Candidate& best) {
    for (bool improved = true; improved;) {
      improved = false;
      const std::vector<IndexVar> from = best.order;
      for (std::size_t taken = 0; taken < from.size(); ++taken)
        for (std::size_t put = 0; put < from.size(); ++put) {
          std::vector<IndexVar> order = from;
          const IndexVar var = order[taken];
          order.erase(order.begin() + static_cast<long>(taken));
          order.insert(order.begin() + static_cast<long>(put), var);
          improved = consider(order, best) || improved;
        }
    }
  }

  // Copies of one operand after the other, as long as one more makes the candidate cheaper.
  bool consider(const std::vector<IndexVar>& order, Candidate& best) {
    Candidate candidate = legal(order);
    for (const Access& access : operands_)
      for (const Format& format : candidates(access, order)) {
        Candidate other = candidate;
        setCopy(other, access, format);
        other = costed(std::move(other));
        if (other.steps < candidate.steps) candidate = std::move(other);
      }
    const bool isBetter = candidate.steps < best.steps;
    if (isBetter) best = std::move(candidate);
    return isBetter;
  }

  // The candidate with the fewest copies that these loops can run.
  Candidate legal(const std::vector<IndexVar>& order) {
    Candidate candidate = asStored(order);
    if (candidate.steps == std::numeric_limits<double>::infinity()) {
      const Format agreeing = inOrder(assignment_.lhs, order);
      if (agreeing != assignment_.lhs.tensor.format && isConvertible(assignment_.lhs.tensor.format)) {
        candidate.result = Copy{assignment_.lhs, agreeing};
        candidate = costed(std::move(candidate));
      }
    }
    return candidate;
  }

  static void setCopy(Candidate& candidate, const Access& access, const Format& format) {
    candidate.copies.erase(std::remove_if(candidate.copies.begin(), candidate.copies.end(),
                                          [&](const Copy& copy) { return notation::equal(copy.access, access); }),
                           candidate.copies.end());
    if (format != access.tensor.format) candidate.copies.push_back({access, format});
  }

  const Assignment& assignment_;
  Facts facts_;
  std::vector<Access> operands_;
  std::size_t considered_ = 0;
};

}  // namespace

bool isPlannable(const Assignment& assignment) {
  std::vector<IndexVar> vars = notation::variables(assignment.rhs);
  for (const IndexVar& var : assignment.lhs.indices)
    if (!notation::contains(vars, var)) vars.push_back(var);
  const bool isSum = !notation::reducesAll(assignment.op);
  const bool reduces = std::any_of(
      vars.begin(), vars.end(), [&](const IndexVar& var) { return !notation::contains(assignment.lhs.indices, var); });
  const bool isOneNest = !reduces || notation::additiveTerms(assignment.rhs).size() == 1;
  return isSum && isOneNest && vars.size() > 1 && vars.size() <= mostVars;
}

Choice choose(const Assignment& assignment, const Facts& facts) { return Chooser(assignment, facts).run(); }

}  // namespace stardust::planner
