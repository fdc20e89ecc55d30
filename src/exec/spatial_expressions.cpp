#include "exec/spatial_expressions.h"

#include <fmt/format.h>

#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::spatial::run {
namespace {

constexpr std::size_t maxNodes = std::size_t{1} << 22;

[[noreturn]] void failTypes(const Expr& expr, const std::string& types) {
  failUser(fmt::format("\"{}\" has operands of type {}", print(expr), types), expr->where,
           "both operands of an operator have the same type", "convert literals with .to[T]");
}

}  // namespace

void Uses::touch(const Entity& entity, bool writes) {
  accesses.push_back({entity.symbol, writes, entity.kind == Entity::Kind::Dram});
  if (entity.isSparseDram) accesses.push_back({entity.dramSymbol, writes, true});
}

std::int64_t constantOf(const Constants& constants, const Expr& expr, std::string_view what, std::int64_t least,
                        std::int64_t most) {
  const auto value = constants.valueOf(expr);
  if (!value) {
    failUser(fmt::format("{} is not known before the program runs", what), expr->where, {},
             "use literals and parameters");
  }
  if (*value < least || *value > most) {
    failUser(fmt::format("{} is {}, outside {}..{}", what, *value, least, most), expr->where);
  }
  return *value;
}

NodeId Expressions::add(Node node, const ExprNode* origin) {
  if (machine_.nodes.size() >= maxNodes) {
    failUnsupported("the copies of this program's loops are too large to run", origin ? origin->where : Location(), {},
                    "lower par");
  }
  machine_.nodes.push_back(node);
  machine_.origins.push_back(origin);
  return static_cast<NodeId>(machine_.nodes.size() - 1);
}

Expressions::Typed Expressions::of(const Expr& expr, Site site) {
  return match(
      expr->kind,
      [&](const Literal& n) {
        const auto word = wordOf(n, program_.valueType);
        if (!word) failUser(fmt::format("{} is not a value of its type", print(expr)), expr->where);
        const Type type = resolved(n.type, program_.valueType);
        return Typed{add({Node::Kind::Constant, 0, type, *word}, expr.operator->()), type};
      },
      [&](const Name& n) { return variable(n, expr, site); }, [&](const Unary& n) { return operation(n, expr, site); },
      [&](const Binary& n) { return operation(n, expr, site); }, [&](const Mux& n) { return operation(n, expr, site); },
      [&](const Read& n) { return access(n, expr, site); }, [&](const SparseRead& n) { return access(n, expr, site); },
      [&](const Deq& n) { return access(n, expr, site); },
      [&](const Rmw& n) { return update(n, expr.operator->(), expr->where, site); },
      [&](const Length&) -> Typed {
        failUser("the length of a host array is not known to the accelerator", expr->where, {}, "pass it in an ArgIn");
      });
}

Expressions::Typed Expressions::variable(const Name& n, const Expr& expr, Site site) {
  const auto& entity = scopes_.get(n.name, expr->where);
  const auto* origin = expr.operator->();
  if (entity.kind == Entity::Kind::Constant) {
    return {add({Node::Kind::Constant, 0, entity.type, entity.index}, origin), entity.type};
  }
  if (entity.kind != Entity::Kind::Scalar && entity.kind != Entity::Kind::Reg) {
    failUser(fmt::format("{} is not a value", n.name), expr->where);
  }
  site.uses.touch(entity, false);
  return {add({Node::Kind::Scalar, 0, entity.type, entity.index}, origin), entity.type};
}

Expressions::Typed Expressions::operation(const Unary& n, const Expr& expr, Site site) {
  const auto operand = of(n.operand, site);
  const auto result = typeOf(n.op, operand.type);
  if (!result) failTypes(expr, std::string(syntax::typeName(operand.type)));
  const Node node{Node::Kind::Unary, static_cast<std::uint8_t>(n.op), operand.type, operand.node};
  return {add(node, expr.operator->()), *result};
}

Expressions::Typed Expressions::operation(const Binary& n, const Expr& expr, Site site) {
  const auto left = of(n.left, site);
  const auto right = of(n.right, site);
  const auto result = typeOf(n.op, left.type, right.type);
  if (!result) failTypes(expr, fmt::format("{} and {}", syntax::typeName(left.type), syntax::typeName(right.type)));
  const Node node{Node::Kind::Binary, static_cast<std::uint8_t>(n.op), left.type, left.node, right.node};
  return {add(node, expr.operator->()), *result};
}

Expressions::Typed Expressions::operation(const Mux& n, const Expr& expr, Site site) {
  const auto condition = expect(n.condition, Type::Bit, "the condition of mux", site);
  const auto ifTrue = of(n.ifTrue, site);
  const auto ifFalse = expect(n.ifFalse, ifTrue.type, "the second value of mux", site);
  return {add({Node::Kind::Mux, 0, ifTrue.type, condition, ifTrue.node, ifFalse}, expr.operator->()), ifTrue.type};
}

Expressions::Typed Expressions::access(const Read& n, const Expr& expr, Site site) {
  const auto entity = memoryIn(scopes_, n.memory, expr->where);
  site.uses.touch(entity, false);
  const auto kind = entity.kind == Entity::Kind::Sparse ? Node::Kind::SparseRead : Node::Kind::Read;
  return {add({kind, 0, entity.type, index(n.index, site), entity.index}, expr.operator->()), entity.type};
}

Expressions::Typed Expressions::access(const SparseRead& n, const Expr& expr, Site site) {
  const auto entity = memoryIn(scopes_, n.memory, expr->where, true);
  site.uses.touch(entity, false);
  return {add({Node::Kind::SparseRead, 0, entity.type, index(n.index, site), entity.index}, expr.operator->()),
          entity.type};
}

/// Every place that reads a FIFO gets all of its elements.
Expressions::Typed Expressions::access(const Deq& n, const Expr& expr, Site site) {
  const auto& entity = fifoIn(scopes_, n.fifo, expr->where);
  const auto reader = machine_.fifos[entity.index].addReader();
  site.takes.push_back({entity.index, reader});
  return {add({Node::Kind::Deq, 0, entity.type, entity.index, reader}, expr.operator->()), entity.type};
}

Expressions::Typed Expressions::update(const Rmw& rmw, const ExprNode* origin, const Location& where, Site site) {
  const auto entity = memoryIn(scopes_, rmw.memory, where, true);
  site.uses.touch(entity, false);
  site.uses.touch(entity, true);
  site.uses.isOrdered |= rmw.order == "ordered";
  const auto combination = combinationOf(rmw.op);
  if (!combination && rmw.op != "write" && rmw.op != "read") {
    failUser(fmt::format("there is no RMW \"{}\"", rmw.op), where, {},
             fmt::format("it is one of {}", fmt::join(syntax::rmwOperations, ", ")));
  }
  if (combination && !typeOf(*combination, entity.type, entity.type)) {
    failUser(fmt::format("{} holds {}, which has no \"{}\"", rmw.memory, syntax::typeName(entity.type), rmw.op), where);
  }
  const auto address = index(rmw.index, site);
  const auto operand = expect(rmw.value, entity.type, "the value of RMW", site);
  Node node{Node::Kind::Rmw, 0, entity.type, address, entity.index, operand};
  if (combination) {
    node.op = static_cast<std::uint8_t>(*combination);
  } else {
    node.rmw = rmw.op == "write" ? RmwOp::Write : RmwOp::Read;
  }
  return {add(node, origin), entity.type};
}

NodeId Expressions::expect(const Expr& expr, Type type, std::string_view what, Site site) {
  const auto typed = of(expr, site);
  if (typed.type == type) return typed.node;
  failUser(fmt::format("{} has type {}, not {}", what, syntax::typeName(typed.type), syntax::typeName(type)),
           expr->where, fmt::format("the expression is \"{}\"", print(expr)));
}

}  // namespace stardust::spatial::run
