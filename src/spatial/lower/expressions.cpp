// Accesses to addresses, index-notation expressions to Spatial expressions.
#include <fmt/format.h>

#include <algorithm>

#include "placement/rows.h"
#include "spatial/build.h"
#include "spatial/lower/accel.h"

namespace stardust::spatial {

using placement::MemoryType;
using placement::Part;

Expr Accel::innerPar() const { return name("ip"); }

std::string Accel::onChip(const AccessPlan& access, Part part, int level) {
  const std::string base =
      part == Part::Vals && !access.stagedAs.empty() ? access.stagedAs : placement::arrayName(access.access.tensor.name, part, level);
  const std::string key = fmt::format("{} {} {}", notation::print(access.access), static_cast<int>(part), level);
  return names_.of(key, base);
}

// Positions of a compressed result are those of the operand whose structure it has.
const placement::AccessPlan& Accel::fiberOwner(const AccessPlan& access) const {
  return access.structureOf ? plan_.of(*access.structureOf) : access;
}

Expr Accel::position(const Access& access, int level) {
  if (level < 0) return lit(0);
  const auto& var = access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
  if (access.tensor.format.level(level) == LevelFormat::Dense)
    return level == 0 ? coordinate(var) : position(access, level - 1) * host_.dimension(var) + coordinate(var);
  const auto& loop = plan_.loops.at(var);
  return name(names_.of("start " + var, fmt::format("{}{}_start", var, access.tensor.name))) + name(iterator(loop));
}

Expr Accel::positionCount(const Access& access, int level) {
  Expr parents = lit(1);
  for (int above = 0; above < level; ++above)
    parents = parents * host_.dimension(access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(above))));
  return parents + lit(1);
}

Expr Accel::sliceSize(const AccessPlan& access) {
  Expr size = lit(1);
  const Access& a = access.access;
  for (int level = access.sliceBegin; level < a.tensor.order(); ++level)
    size = size * host_.dimension(a.indices.at(static_cast<std::size_t>(a.tensor.format.mode(level))));
  return size;
}

Expr Accel::sliceBase(const AccessPlan& access) {
  // The levels above the slice: those of the operand whose positions a compressed result shares.
  return position(access.structureOf ? *access.structureOf : access.access, access.sliceBegin - 1);
}

Expr Accel::index(const AccessPlan& access) {
  const Access& a = access.access;
  Expr at = lit(0);
  for (int level = access.sliceBegin; level < a.tensor.order(); ++level) {
    const auto& var = a.indices.at(static_cast<std::size_t>(a.tensor.format.mode(level)));
    at = level == access.sliceBegin ? coordinate(var) : at * host_.dimension(var) + coordinate(var);
  }
  return at;
}

Expr Accel::readAt(const std::string& memory, MemoryType kind, Expr index) {
  return kind == MemoryType::Sram ? spatial::read(memory, std::move(index)) : sparseRead(memory, std::move(index));
}

Expr Accel::read(const AccessPlan& access) {
  const std::string memory = onChip(access, Part::Vals);
  if (access.values == MemoryType::Fifo) return deq(memory);
  return readAt(memory, access.values, index(access));
}

bool Accel::readOnceHere(const Access& access, const std::string& loop) const {
  int count = 0;
  bool here = false;
  for (const auto& use : uses_) {
    if (use.written || !notation::equal(use.access, access)) continue;
    ++count;
    here = use.loop == loop;
  }
  return count == 1 && here;
}

Expr Accel::literal(const notation::Literal& literal, const Location& where) {
  const double number = match(
      literal.value, [](std::int64_t v) { return static_cast<double>(v); }, [](double v) { return v; });
  if (host_.valueType() == Type::Int && (number != static_cast<double>(static_cast<std::int32_t>(number))))
    failUser(fmt::format("the literal {} in an expression of type int", number), where, {}, "-t=float");
  return lit(number, Type::T);
}

Expr Accel::value(const notation::Expr& expr) {
  return match(
      expr->kind,
      [&](const Access& a) {
        const auto known = values_.find(notation::print(a));
        if (known != values_.end()) return known->second;
        require(a.tensor.order() == 0 && !a.tensor.workspace, "an access has its value before it is used");
        return host_.scalar(a.tensor);
      },
      [&](const notation::Literal& l) { return literal(l, expr->where); },
      [&](const notation::Negate& n) { return unary(UnaryOp::Neg, value(n.operand)); },
      [&](const notation::Binary& b) {
        const Expr left = value(b.left), right = value(b.right);
        switch (b.op) {
          case notation::BinaryOp::Add: return binary(BinaryOp::Add, left, right);
          case notation::BinaryOp::Sub: return binary(BinaryOp::Sub, left, right);
          case notation::BinaryOp::Mul: return binary(BinaryOp::Mul, left, right);
          case notation::BinaryOp::Div: return binary(BinaryOp::Div, left, right);
          case notation::BinaryOp::Min: return binary(BinaryOp::Min, left, right);
          case notation::BinaryOp::Max: return binary(BinaryOp::Max, left, right);
        }
        failInternal("unknown operator");
      });
}

}  // namespace stardust::spatial
