#include "notation/stored.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>

namespace stardust::notation {

bool declaredDense(const Access& access) { return access.tensor.format.isFull(); }

namespace {

// The value of an expression of literals that is the same number in every type: no selection of them overflows.
std::optional<double> constantOf(const Expr& expr) {
  using Value = std::optional<double>;
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return match(
      expr->kind, [](const Access&) { return Value(); },
      [&](const Literal& literal) {
        return match(
            literal.value,
            [&](std::int64_t v) { return -most <= v && v <= most ? Value(static_cast<double>(v)) : Value(); },
            [](double v) { return Value(v); }, [](const Imaginary&) { return Value(); });
      },
      [&](const Call& call) {
        if (!call.op->idempotent) return Value();
        double operands[operators::mostOperands] = {};
        for (std::size_t n = 0; n < call.operands.size(); ++n) {
          const Value operand = constantOf(call.operands[n]);
          if (!operand) return Value();
          operands[n] = *operand;
        }
        return Value(call.op->real(operands));
      });
}

}  // namespace

operators::Constants constantsOf(const Call& call) {
  operators::Constants constants;
  if (call.op == operators::add || call.op == operators::subtract) return constants;
  bool areAll = true;
  for (std::size_t n = 0; n < call.operands.size(); ++n) {
    constants[n] = constantOf(call.operands[n]);
    areAll = areAll && constants[n];
  }
  return areAll ? operators::Constants() : constants;
}

Deciding deciding(const Call& call, bool asksAll) {
  if (asksAll) return {true, call.operands};
  const operators::Constants constants = constantsOf(call);
  if (!operators::needsAny(*call.op, constants) && operators::keepsZeros(*call.op, constants)) {
    Deciding either{false, {}};
    for (std::size_t n = 0; n < call.operands.size(); ++n)
      if (!constants[n]) either.operands.push_back(call.operands[n]);
    return either;
  }
  Deciding needed{true, {}};
  for (std::size_t n = 0; n < call.operands.size(); ++n)
    if (operators::needs(*call.op, n, constants)) needed.operands.push_back(call.operands[n]);
  return needed;
}

std::set<std::string> storedWith(const Expr& expr, const IsDense& isDense) {
  using Accesses = std::set<std::string>;
  const auto both = [](Accesses a, Accesses b) {
    a.merge(b);
    return a;
  };
  const auto either = [](const Accesses& a, const Accesses& b) {
    Accesses common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(common, common.end()));
    return common;
  };
  return match(
      expr->kind, [&](const Access& a) { return isDense(a) ? Accesses{} : Accesses{print(a)}; },
      [](const Literal&) { return Accesses{}; },
      [&](const Call& c) {
        const auto of = [&](const Expr& operand) { return storedWith(operand, isDense); };
        return decided(deciding(c), Accesses{}, of, both, either);
      });
}

bool storedWhere(const Expr& expr, const std::set<std::string>& present, const IsDense& isDense) {
  return match(
      expr->kind, [&](const Access& a) { return isDense(a) || present.count(print(a)) != 0; },
      [](const Literal&) { return true; },
      [&](const Call& c) {
        return decided(
            deciding(c), true, [&](const Expr& operand) { return storedWhere(operand, present, isDense); },
            std::logical_and<>(), std::logical_or<>());
      });
}

namespace {

// A divisor must be stored wherever the other required operands are.
void requireDivisor(const Call& call, const IsDense& isDense) {
  const operators::Undefined& undefined = *call.op->undefinedAt0;
  const Expr& divisor = call.operands[undefined.operand];
  std::set<std::string> present;
  std::vector<std::string> others;
  for (std::size_t n = 0; n < call.operands.size(); ++n) {
    if (n == undefined.operand) continue;
    if (operators::needs(*call.op, n)) present.merge(storedWith(call.operands[n], isDense));
    others.push_back(print(call.operands[n]));
  }
  if (storedWhere(divisor, present, isDense)) return;
  const auto* tensor = std::get_if<Access>(&divisor->kind);
  failUnsupported(
      tensor ? fmt::format("{} by the sparse tensor {}", undefined.what, tensor->tensor.name)
             : fmt::format("{} by {}, which is not stored everywhere", undefined.what, print(divisor)),
      divisor->where, fmt::format("an absent entry would divide by zero where {} is stored", fmt::join(others, ", ")),
      tensor ? fmt::format("divide by a dense operand (-f={}:dense), a scalar or a literal", tensor->tensor.name)
             : "divide by a dense operand, a scalar or a literal");
}

}  // namespace

void requireDivisors(const Expr& expr, AssignOp op, const IsDense& isDense) {
  const auto* c = std::get_if<Call>(&expr->kind);
  if (!c || reducesAll(op)) return;
  for (const Expr& operand : c->operands) requireDivisors(operand, op, isDense);
  if (c->op->undefinedAt0) requireDivisor(*c, isDense);
}

}  // namespace stardust::notation
