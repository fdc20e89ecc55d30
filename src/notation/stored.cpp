#include "notation/stored.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace stardust::notation {

bool declaredDense(const Access& access) { return access.tensor.format.isFull(); }

std::set<std::string> storedWith(const Expr& expr, const IsDense& isDense) {
  using Accesses = std::set<std::string>;
  return match(
      expr->kind, [&](const Access& a) { return isDense(a) ? Accesses{} : Accesses{print(a)}; },
      [](const Literal&) { return Accesses{}; }, [&](const Negate& n) { return storedWith(n.operand, isDense); },
      [&](const Binary& b) {
        Accesses left = storedWith(b.left, isDense), right = storedWith(b.right, isDense);
        if (isMultiplicative(b.op)) {
          left.merge(right);
          return left;
        }
        Accesses both;
        std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::inserter(both, both.end()));
        return both;
      });
}

bool storedWhere(const Expr& expr, const std::set<std::string>& present, const IsDense& isDense) {
  return match(
      expr->kind, [&](const Access& a) { return isDense(a) || present.count(print(a)) != 0; },
      [](const Literal&) { return true; }, [&](const Negate& n) { return storedWhere(n.operand, present, isDense); },
      [&](const Binary& b) {
        const bool left = storedWhere(b.left, present, isDense), right = storedWhere(b.right, present, isDense);
        return isMultiplicative(b.op) ? left && right : left || right;
      });
}

void requireDivisors(const Expr& expr, AssignOp op, const IsDense& isDense) {
  if (reducesAll(op)) return;
  match(
      expr->kind, [](const Access&) {}, [](const Literal&) {},
      [&](const Negate& n) { requireDivisors(n.operand, op, isDense); },
      [&](const Binary& b) {
        requireDivisors(b.left, op, isDense);
        requireDivisors(b.right, op, isDense);
        if (b.op != BinaryOp::Div || storedWhere(b.right, storedWith(b.left, isDense), isDense)) return;
        const auto* tensor = std::get_if<Access>(&b.right->kind);
        failUnsupported(
            tensor ? fmt::format("division by the sparse tensor {}", tensor->tensor.name)
                   : fmt::format("division by {}, which is not stored everywhere", print(b.right)),
            b.right->where, fmt::format("an absent entry would divide by zero where {} is stored", print(b.left)),
            tensor ? fmt::format("divide by a dense operand (-f={}:dense), a scalar or a literal", tensor->tensor.name)
                   : "divide by a dense operand, a scalar or a literal");
      });
}

}  // namespace stardust::notation
