#include "sam/operands.h"

#include <fmt/format.h>

#include <array>

#include "levels/registry.h"
#include "sam/kinds.h"
#include "support/plural.h"

namespace stardust::sam {
namespace {

constexpr const char* whyTooSmall =
    "the coordinates of another operand lead to it, or references of another level do: the operand is too small";

[[noreturn]] void failReference(const Block& block, std::int64_t reference, std::size_t positions) {
  failWrong(fmt::format("{} reads fiber {} of {}", describe(block), reference, counted(positions, "fiber")),
            block.where, whyTooSmall, "operands whose modes have the same extents");
}

}  // namespace

std::string print(const Token& token, Stream stream, ValueType type) {
  switch (token.kind) {
    case Token::Kind::Stop: return "S" + std::to_string(token.bits);
    case Token::Kind::Absent: return "N";
    case Token::Kind::Done: return "D";
    case Token::Kind::Data: break;
  }
  if (stream == Stream::Repeat) return "R";
  return stream == Stream::Value && !isInteger(type) ? fmt::format("{}", token.real()) : std::to_string(token.bits);
}

std::int64_t LevelReader::begin(std::int64_t reference) const {
  if (kind == Kind::Dense) return reference * dim;
  const auto size = kind == Kind::Singleton ? crd.size() : pos.empty() ? 0 : pos.size() - 1;
  if (reference < 0 || static_cast<std::size_t>(reference) >= size) failReference(*block, reference, size);
  return kind == Kind::Singleton ? reference : pos[static_cast<std::size_t>(reference)];
}
std::int64_t LevelReader::end(std::int64_t reference) const {
  switch (kind) {
    case Kind::Dense: return (reference + 1) * dim;
    case Kind::Singleton: return reference + 1;
    case Kind::Compressed: return pos[static_cast<std::size_t>(reference) + 1];
  }
  failInternal("an unknown kind of level");
}

LevelReader levelOf(const Block& block, const Graph& graph, const Operands& operands) {
  LevelReader level;
  level.block = &block;
  const auto given = operands.find(block.tensor);
  const Tensor* tensor = graph.tensor(block.tensor);
  if (given != operands.end() && tensor && block.mode >= 0 && block.mode < tensor->format.order()) {
    const auto at = static_cast<std::size_t>(given->second->format.levelOfMode(block.mode));
    const Level& stored = given->second->levels[at];
    level.dim = stored.dim;
    level.pos = stored.pos;
    level.crd = stored.crd;
    const auto& row = levels::of(stored.format);
    level.kind = row.stores(levels::Array::Pos)   ? LevelReader::Kind::Compressed
                 : row.stores(levels::Array::Crd) ? LevelReader::Kind::Singleton
                                                  : LevelReader::Kind::Dense;
  } else if (!block.size) {
    failUser(fmt::format("{} has no data", describe(block)), block.where, "no operand is given for its tensor",
             fmt::format("-i={}:FILE", block.tensor.empty() ? "TENSOR" : block.tensor));
  }
  if (block.size && given == operands.end()) level.dim = *block.size;
  return level;
}

ArrayReader::ArrayReader(const Block& array, const Operands& operands, ValueType type)
    : isWhole_(isInteger(type)),
      fill_(Arithmetic(type).number(array.fill.value_or(0))),
      tellsPresence_(array.tellsPresence),
      block_(&array) {
  const auto given = operands.find(array.tensor);
  if (given != operands.end()) values_ = &given->second->values;
  else if (!array.fill)
    failUser(fmt::format("{} has no data", describe(array)), array.where, "no operand is given for its tensor",
             fmt::format("-i={}:FILE", array.tensor));
}

Token ArrayReader::at(const Token& reference) const {
  if (tellsPresence_ && reference.isAbsent()) return absent;
  if (!values_ || !reference.isData()) return reference.isData() ? fill_ : isWhole_ ? data(0) : real(0);
  const auto place = static_cast<std::size_t>(reference.bits);
  if (reference.bits < 0 || place >= sizeOf(*values_))
    failWrong(
        fmt::format("{} reads value {} of {}", describe(*block_), reference.bits, counted(sizeOf(*values_), "value")),
        block_->where, whyTooSmall, "operands whose modes have the same extents");
  if (!isWhole_) return real(valueAt(*values_, place));
  return std::visit(
      [&](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_arithmetic_v<T> && !std::is_floating_point_v<T>)
          return data(static_cast<std::int64_t>(values[place]));
        else return data(static_cast<std::int64_t>(valueAt(*values_, place)));
      },
      *values_);
}

Token Arithmetic::apply(const operators::Operator& op, const Token* operands) const {
  if (isWhole_) {
    std::uint64_t values[operators::mostOperands];
    for (std::size_t n = 0; n < op.arity; ++n) values[n] = static_cast<std::uint64_t>(operands[n].bits);
    return data(static_cast<std::int64_t>(operators::valueOf<std::uint64_t>(op, type_, values)));
  }
  double values[operators::mostOperands];
  for (std::size_t n = 0; n < op.arity; ++n) values[n] = operands[n].real();
  return real(operators::valueOf<double>(op, type_, values));
}

Token Arithmetic::negated(const Token& value) const { return apply(*operators::negate, &value); }

Token Arithmetic::identity(const operators::Operator& op) const {
  if (!op.identity) return number(0);
  if (isWhole_) return data(static_cast<std::int64_t>(operators::valueOf<std::uint64_t>(op.identity->value, type_)));
  return real(operators::valueOf<double>(op.identity->value, type_));
}

bool Arithmetic::isPresent(const Block& block, const Token* inputs) {
  operators::Constants constants{};
  std::array<bool, operators::mostOperands> isThere{};
  std::size_t next = 0;
  for (std::size_t n = 0; n < block.op->arity; ++n) {
    if (n < block.operands.size()) constants[n] = block.operands[n];
    isThere[n] = constants[n] || !inputs[next++].isAbsent();
  }
  // A number is a term of a sum; elsewhere it decides nothing (notation::constantsOf).
  if (block.op == operators::add || block.op == operators::subtract) constants = {};
  return operators::isStored(
      *block.op, [&](std::size_t n) { return isThere[n]; }, constants);
}

Token Arithmetic::compute(const Block& block, const Token* inputs) const {
  if (block.tellsPresence && !isPresent(block, inputs)) return absent;
  Token values[operators::mostOperands];
  std::size_t next = 0;
  const auto taken = [&] {
    const std::size_t n = next++;
    const Token& input = inputs[n].isAbsent() ? number(0) : inputs[n];
    return n < block.negates.size() && block.negates[n] ? negated(input) : input;
  };
  for (std::size_t n = 0; n < block.op->arity; ++n) {
    const bool isConstant = n < block.operands.size() && block.operands[n];
    values[n] = isConstant ? number(*block.operands[n]) : taken();
  }
  return apply(*block.op, values);
}

}  // namespace stardust::sam
