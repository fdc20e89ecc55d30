#include "exec/cin_interpreter_needs.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "notation/accumulate.h"
#include "notation/stored.h"

namespace stardust::exec {
namespace {

Needs intersection(const Needs& a, const Needs& b) {
  Needs both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

class NeedsFinder {
 public:
  explicit NeedsFinder(const Operands& operands) : operands_(operands) {}

  Needs result() const { return all_.value_or(Needs{}); }

  void visit(const cin::Assign& s) {
    const Needs needs = of(s);
    all_ = all_ ? intersection(*all_, needs) : needs;
    const auto [known, isNew] = made_.emplace(s.lhs.tensor.name, needs);
    if (!isNew) known->second = intersection(known->second, needs);
  }

 private:
  Needs of(const cin::Assign& s) const {
    std::optional<Needs> needs;
    for (const cin::Expr& term : notation::reductionTerms(s.op, s.rhs)) {
      const Needs here = of(term, notation::reducesAll(s.op));
      needs = needs ? intersection(*needs, here) : here;
    }
    return *needs;
  }

  // `all`: nothing happens unless every operand is stored.
  Needs of(const cin::Expr& expr, bool all) const {
    return match(
        expr->kind,
        [&](const notation::Access& a) -> Needs {
          if (const auto made = made_.find(a.tensor.name); made != made_.end()) return made->second;
          const auto operand = operands_.find(a.tensor.name);
          if (operand == operands_.end() || operand->second.format.isDense()) return {};
          return {notation::AccessKey(a)};
        },
        [](const notation::Literal&) { return Needs{}; },
        [&](const notation::Call& c) {
          const operators::Constants constants = notation::constantsOf(c);
          std::optional<Needs> common;
          Needs needed;
          for (std::size_t n = 0; n < c.operands.size(); ++n) {
            Needs operand = of(c.operands[n], all);
            if (!constants[n]) common = common ? intersection(*common, operand) : operand;
            if (all || operators::needs(*c.op, n, constants)) needed.merge(operand);
          }
          const bool isUnion =
              !all && !operators::needsAny(*c.op, constants) && operators::keepsZeros(*c.op, constants);
          return isUnion ? *common : needed;
        });
  }

  const Operands& operands_;
  std::optional<Needs> all_;           // over the assignments seen so far
  std::map<std::string, Needs> made_;  // of the tensors that these assignments define
};

}  // namespace

Needs needsOf(const cin::Stmt& stmt, const Operands& operands) {
  NeedsFinder finder(operands);
  cin::forEachAssign(
      stmt, [&](const cin::Assign& s, const std::vector<notation::IndexVar>&) { finder.visit(s); }, cin::Order::Run);
  return finder.result();
}

}  // namespace stardust::exec
