#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "notation/stored.h"
#include "support/plural.h"

namespace stardust::notation {
namespace {

class Verifier {
 public:
  void check(const Access& access, const Location& where) {
    const auto order = static_cast<std::size_t>(access.tensor.order());
    if (access.modes() != order)
      failUser(fmt::format("tensor {} has {}, but is accessed with {}", access.tensor.name,
                           counted(order, "mode", "modes"), counted(access.modes(), "index", "indices")),
               where, "an access has one index for each mode");
    const auto [first, isNew] = orders_.emplace(access.tensor.name, order);
    if (!isNew && first->second != order)
      failUser(fmt::format("tensor {} is accessed with {} here, and with {} elsewhere", access.tensor.name,
                           counted(order, "index", "indices"), first->second),
               where, "a tensor has the same number of modes everywhere");
  }

  void checkResult(const Access& access, const Location& where) {
    check(access, where);
    std::set<IndexVar> seen;
    for (const IndexVar& var : access.indices)
      if (!seen.insert(var).second)
        failUnsupported(fmt::format("index variable {} occurs twice in the result {}", var, print(access)), where,
                        "a result is computed at every coordinate, not along a diagonal",
                        "compute the diagonal as a tensor of its own");
  }

  void check(const Expr& expr, const std::string& result) {
    match(
        expr->kind,
        [&](const Access& a) {
          if (a.tensor.name == result)
            failUser(fmt::format("the result {} occurs on the right", result), expr->where,
                     "an operand that changes while it is read has no defined value",
                     fmt::format("give the operand another name, or accumulate with {} += …", result));
          check(a, expr->where);
        },
        [&](const Literal& l) {
          const auto* value = std::get_if<double>(&l.value);
          if (value && !std::isfinite(*value)) failUser("a literal is not a finite number", expr->where);
        },
        [&](const Call& c) {
          for (const Expr& operand : c.operands) check(operand, result);
        });
  }

 private:
  std::map<std::string, std::size_t> orders_;
};

}  // namespace

void verify(const Assignment& assignment) {
  Verifier verifier;
  verifier.checkResult(assignment.lhs, assignment.lhsWhere);
  verifier.check(assignment.rhs, assignment.lhs.tensor.name);
  requireDivisors(assignment.rhs, assignment.op, declaredDense);
}

}  // namespace stardust::notation
