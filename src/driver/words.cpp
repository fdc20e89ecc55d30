#include "driver/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "notation/expr.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Call;
using notation::Expr;
using notation::Literal;

bool isPlain(ValueType type) { return type <= ValueType::Float64; }

std::vector<notation::TensorVar> tensorsIn(const notation::Assignment& assignment) {
  std::vector<notation::TensorVar> all = {assignment.lhs.tensor};
  for (const Access& access : notation::accesses(assignment.rhs)) all.push_back(access.tensor);
  return all;
}

// The type of the words that hold values of an expression's type; none if they are too wide.
std::optional<ValueType> wordFor(ValueType type) {
  if (type == ValueType::Float32) return type;
  return isInteger(type) && rowOf(type).bytes <= 4 ? std::optional(ValueType::Int32) : std::nullopt;
}

// Whether words hold the operand as the expression uses it.
bool fitsWords(ValueType operand, ValueType expression) {
  return operand != ValueType::Float64 && convertsTo(operand, expression);
}

[[noreturn]] void refuse(const std::string& part, ValueType type, const Location& where) {
  failUnsupported(fmt::format("wrapped values of type {} on Capstan", toString(type)), where,
                  fmt::format("{} depends on how values wrap, and Capstan's words are signed and have 32 bits", part),
                  "-t=int or -t=float, or compute on the CPU: --target=cpu");
}

// Refuses operators that would see a value outside of the range of the type. Returns whether this value may be one.
bool isWide(const Expr& expr, ValueType type) {
  return match(
      expr->kind, [](const Access& a) { return a.tensor.isIndexValue; }, [](const Literal&) { return false; },
      [&](const Call& call) {
        const bool isTruth = type == ValueType::Bool;
        const bool keeps = isTruth ? call.op == operators::add : call.op->modular;
        bool anyWide = false;
        for (const Expr& operand : call.operands) anyWide = isWide(operand, type) || anyWide;
        if (!keeps && (anyWide || type == ValueType::Uint32)) refuse(print(expr), type, expr->where);
        return keeps || !(call.op->givesTruth || call.op == operators::min || call.op == operators::max || isTruth);
      });
}

// A sum of truth values counts them, and must not come back to 0.
void requireCountable(const notation::Assignment& assignment) {
  double points = 1;
  std::vector<notation::IndexVar> seen;
  for (const Access& access : notation::accesses(assignment.rhs))
    for (std::size_t mode = 0; mode < access.indices.size(); ++mode) {
      if (notation::contains(seen, access.indices[mode])) continue;
      seen.push_back(access.indices[mode]);
      if (mode < access.tensor.dims.size()) points *= static_cast<double>(access.tensor.dims[mode]);
    }
  if (points > std::numeric_limits<std::int32_t>::max())
    refuse("a sum of truth values over more than 2^31 points", ValueType::Bool, assignment.lhsWhere);
}

void requireSameInWords(const notation::Assignment& assignment, ValueType type) {
  const ValueType result = assignment.lhs.tensor.type;
  const bool reducesAll = notation::reducesAll(assignment.op);
  if (result == ValueType::Bool) requireCountable(assignment);
  if (reducesAll && (isNarrow(type) || result == ValueType::Bool))
    refuse(fmt::format("the reduction {}=", assignment.op.reduction()->text), result, assignment.lhsWhere);
  if (isNarrow(type)) isWide(assignment.rhs, type);
}

}  // namespace

Storage wrappedTo(const Storage& storage, ValueType type) {
  Storage wrapped{storage.dims, storage.format, storage.levels, makeValues(type, storage.stored())};
  std::visit(
      [&](const auto& from, auto& to) {
        using To = typename std::decay_t<decltype(to)>::value_type;
        for (std::size_t n = 0; n < from.size(); ++n) to[n] = numberAs<To>(numberOf(from[n]));
      },
      storage.values, wrapped.values);
  return wrapped;
}

Problem inWords(Problem problem, bool strict) {
  const notation::Assignment& said = problem.assignment;
  const std::vector<notation::TensorVar> tensors = tensorsIn(said);
  if (std::all_of(tensors.begin(), tensors.end(), [](const auto& tensor) { return isPlain(tensor.type); }))
    return problem;
  const ValueType type = notation::expressionType(said), result = said.lhs.tensor.type;
  const std::optional<ValueType> word = wordFor(type);
  const auto operands = tensors.begin() + 1;
  if (!word || !std::all_of(operands, tensors.end(), [&](const auto& tensor) { return fitsWords(tensor.type, type); }))
    return problem;
  requireSameInWords(said, type);
  for (const notation::TensorVar& tensor : tensors)
    if (strict && tensor.type != *word)
      failUser(fmt::format("{} has values of type {}, and would be converted to {}", tensor.name, toString(tensor.type),
                           toString(*word)),
               said.lhsWhere, "Capstan's words are int and float, and a strict run converts nothing on the host",
               fmt::format("-t={}, or run it without strict", toString(*word)));
  for (auto& [name, operand] : problem.operands) {
    if (operand.type() == *word) continue;
    if (isInteger(type)) operand = wrappedTo(operand, type);
    operand = wrappedTo(operand, *word);
  }
  problem.assignment.rhs = notation::rewrite(said.rhs, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return Expr();
    notation::TensorVar inWords = access->tensor;
    inWords.type = *word;
    return notation::access(inWords, access->indices, e->where);
  });
  if (result == *word) return problem;
  const Format format = problem.finally ? problem.finally->to : said.lhs.tensor.format;
  problem.finally = Conversion{said.lhs.tensor.name, format, "Capstan's words are int and float"};
  problem.finally->type = result;
  problem.assignment.lhs.tensor.type = *word;
  return problem;
}

}  // namespace stardust::driver
