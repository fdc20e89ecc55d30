#include "exec/cin_interpreter_needs.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "notation/accumulate.h"

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

  void visit(const cin::Stmt& stmt) {
    match(
        stmt->kind, [&](const cin::Forall& s) { visit(s.body); }, [&](const cin::Assign& s) { visit(s); },
        [&](const cin::Where& s) {
          visit(s.producer);
          visit(s.consumer);
        },
        [&](const cin::Sequence& s) {
          visit(s.first);
          visit(s.second);
        },
        [&](const cin::Map& s) { visit(s.body); }, [&](const cin::SuchThat& s) { visit(s.body); });
  }

  Needs result() const { return all_.value_or(Needs{}); }

 private:
  void visit(const cin::Assign& s) {
    const Needs needs = of(s);
    all_ = all_ ? intersection(*all_, needs) : needs;
    const auto [known, isNew] = made_.emplace(s.lhs.tensor.name, needs);
    if (!isNew) known->second = intersection(known->second, needs);
  }

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
          return {notation::print(a)};
        },
        [](const notation::Literal&) { return Needs{}; },
        [&](const notation::Call& c) {
          std::optional<Needs> common;
          Needs needed;
          for (std::size_t n = 0; n < c.operands.size(); ++n) {
            Needs operand = of(c.operands[n], all);
            common = common ? intersection(*common, operand) : operand;
            if (all || operators::needs(*c.op, n)) needed.merge(operand);
          }
          const bool isUnion = !all && !operators::needsAny(*c.op) && operators::keepsZeros(*c.op);
          return isUnion ? *common : needed;
        });
  }

  const Operands& operands_;
  std::optional<Needs> all_;           // of the assignments seen so far
  std::map<std::string, Needs> made_;  // of the tensors they make
};

}  // namespace

Needs needsOf(const cin::Stmt& stmt, const Operands& operands) {
  NeedsFinder finder(operands);
  finder.visit(stmt);
  return finder.result();
}

std::set<std::string> assigned(const cin::Stmt& stmt) {
  std::set<std::string> names;
  forEachAccess(stmt, [&](const notation::Access& a, bool isLeft, const Location&) {
    if (isLeft) names.insert(a.tensor.name);
  });
  return names;
}

std::set<std::string> read(const cin::Stmt& stmt) {
  std::set<std::string> names;
  forEachAccess(stmt, [&](const notation::Access& a, bool isLeft, const Location&) {
    if (!isLeft) names.insert(a.tensor.name);
  });
  return names;
}

}  // namespace stardust::exec
