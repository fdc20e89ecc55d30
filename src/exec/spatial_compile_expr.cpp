#include <fmt/format.h>

#include "exec/spatial_compiler.h"
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

NodeId Compiler::add(Node node, const ExprNode* origin) {
  if (machine_.nodes.size() >= maxNodes) {
    failUnsupported("the copies of this program's loops are too large to run", origin ? origin->where : Location(), {},
                    "lower par");
  }
  machine_.nodes.push_back(node);
  machine_.origins.push_back(origin);
  return static_cast<NodeId>(machine_.nodes.size() - 1);
}

Compiler::Typed Compiler::expression(const Expr& expr) {
  return match(
      expr->kind,
      [&](const Literal& n) {
        const auto word = wordOf(n, program_.valueType);
        if (!word) failUser(fmt::format("{} is not a value of its type", print(expr)), expr->where);
        return Typed{add({Node::Kind::Constant, 0, type(n.type), *word}, expr.operator->()), type(n.type)};
      },
      [&](const Name& n) { return variable(n, expr); }, [&](const Unary& n) { return operation(n, expr); },
      [&](const Binary& n) { return operation(n, expr); }, [&](const Mux& n) { return operation(n, expr); },
      [&](const Read& n) { return access(n, expr); }, [&](const SparseRead& n) { return access(n, expr); },
      [&](const Deq& n) { return access(n, expr); },
      [&](const Rmw& n) { return update(n, expr.operator->(), expr->where); },
      [&](const Length&) -> Typed {
        failUser("the length of a host array is not known to the accelerator", expr->where, {}, "pass it in an ArgIn");
      });
}

Compiler::Typed Compiler::variable(const Name& n, const Expr& expr) {
  const auto& entity = scopes_.get(n.name, expr->where);
  const auto* origin = expr.operator->();
  if (entity.kind == Entity::Kind::Constant) {
    return {add({Node::Kind::Constant, 0, entity.type, entity.index}, origin), entity.type};
  }
  if (entity.kind != Entity::Kind::Scalar && entity.kind != Entity::Kind::Reg) {
    failUser(fmt::format("{} is not a value", n.name), expr->where);
  }
  touch(entity, false);
  return {add({Node::Kind::Scalar, 0, entity.type, entity.index}, origin), entity.type};
}

Compiler::Typed Compiler::operation(const Unary& n, const Expr& expr) {
  const auto operand = expression(n.operand);
  const auto result = typeOf(n.op, operand.type);
  if (!result) failTypes(expr, std::string(syntax::typeName(operand.type)));
  const Node node{Node::Kind::Unary, static_cast<std::uint8_t>(n.op), operand.type, operand.node};
  return {add(node, expr.operator->()), *result};
}

Compiler::Typed Compiler::operation(const Binary& n, const Expr& expr) {
  const auto left = expression(n.left);
  const auto right = expression(n.right);
  const auto result = typeOf(n.op, left.type, right.type);
  if (!result) failTypes(expr, fmt::format("{} and {}", syntax::typeName(left.type), syntax::typeName(right.type)));
  const Node node{Node::Kind::Binary, static_cast<std::uint8_t>(n.op), left.type, left.node, right.node};
  return {add(node, expr.operator->()), *result};
}

Compiler::Typed Compiler::operation(const Mux& n, const Expr& expr) {
  const auto condition = expect(n.condition, Type::Bit, "the condition of mux");
  const auto ifTrue = expression(n.ifTrue);
  const auto ifFalse = expect(n.ifFalse, ifTrue.type, "the second value of mux");
  return {add({Node::Kind::Mux, 0, ifTrue.type, condition, ifTrue.node, ifFalse}, expr.operator->()), ifTrue.type};
}

Compiler::Typed Compiler::access(const Read& n, const Expr& expr) {
  const auto entity = memory(n.memory, expr->where, false);
  touch(entity, false);
  const auto kind = entity.kind == Entity::Kind::Sparse ? Node::Kind::SparseRead : Node::Kind::Read;
  return {add({kind, 0, entity.type, index(n.index), entity.index}, expr.operator->()), entity.type};
}

Compiler::Typed Compiler::access(const SparseRead& n, const Expr& expr) {
  const auto entity = memory(n.memory, expr->where, true);
  touch(entity, false);
  return {add({Node::Kind::SparseRead, 0, entity.type, index(n.index), entity.index}, expr.operator->()), entity.type};
}

/// Every place that reads a FIFO sees all of its elements.
Compiler::Typed Compiler::access(const Deq& n, const Expr& expr) {
  const auto& entity = fifo(n.fifo, expr->where);
  const auto reader = machine_.fifos[entity.index].addReader();
  takes_->push_back({entity.index, reader});
  return {add({Node::Kind::Deq, 0, entity.type, entity.index, reader}, expr.operator->()), entity.type};
}

Compiler::Typed Compiler::update(const Rmw& rmw, const ExprNode* origin, const Location& where) {
  const auto entity = memory(rmw.memory, where, true);
  touch(entity, false);
  touch(entity, true);
  isOrdered_ |= rmw.order == "ordered";
  const auto combination = combinationOf(rmw.op);
  if (!combination && rmw.op != "write" && rmw.op != "read") {
    failUser(fmt::format("there is no RMW \"{}\"", rmw.op), where, {},
             fmt::format("it is one of {}", fmt::join(syntax::rmwOperations, ", ")));
  }
  if (combination && !typeOf(*combination, entity.type, entity.type)) {
    failUser(fmt::format("{} holds {}, which has no \"{}\"", rmw.memory, syntax::typeName(entity.type), rmw.op), where);
  }
  const auto address = index(rmw.index);
  const auto operand = expect(rmw.value, entity.type, "the value of RMW");
  Node node{Node::Kind::Rmw, 0, entity.type, address, entity.index, operand};
  if (combination) {
    node.op = static_cast<std::uint8_t>(*combination);
  } else {
    node.rmw = rmw.op == "write" ? RmwOp::Write : RmwOp::Read;
  }
  return {add(node, origin), entity.type};
}

NodeId Compiler::expect(const Expr& expr, Type type, std::string_view what) {
  const auto typed = expression(expr);
  if (typed.type == type) return typed.node;
  failUser(fmt::format("{} has type {}, not {}", what, syntax::typeName(typed.type), syntax::typeName(type)),
           expr->where, fmt::format("the expression is \"{}\"", print(expr)));
}

const Entity& Compiler::memory(const std::string& name, const Location& where, bool sparseOnly) {
  const auto& entity = scopes_.get(name, where);
  if (entity.kind != Entity::Kind::Sparse && (sparseOnly || entity.kind != Entity::Kind::Sram)) {
    failUser(fmt::format("{} is not {}", name, sparseOnly ? "a sparse memory" : "an SRAM or a sparse memory"), where);
  }
  if (entity.isSparseDram && !entity.isAliased) {
    failUser(fmt::format("{} has no alias", name), where, "a SparseDRAM has no words of its own",
             fmt::format("write {}.alias = dram", name));
  }
  return entity;
}

const Entity& Compiler::fifo(const std::string& name, const Location& where) {
  const auto& entity = scopes_.get(name, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", name), where);
  return entity;
}

const Entity& Compiler::dram(const std::string& name, const Location& where) {
  const auto& entity = scopes_.get(name, where);
  if (entity.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", name), where);
  return entity;
}

void Compiler::touch(const Entity& entity, bool writes) {
  accesses_->push_back({entity.symbol, writes, entity.kind == Entity::Kind::Dram});
  if (entity.isSparseDram) accesses_->push_back({entity.dramSymbol, writes, true});
}

std::int64_t Compiler::constant(const Expr& expr, std::string_view what, std::int64_t least, std::int64_t most) {
  const auto value = parameters_.valueOf(expr);
  if (!value) {
    failUser(fmt::format("{} is not known before the program runs", what), expr->where, {},
             "use literals and parameters");
  }
  if (*value < least || *value > most) {
    failUser(fmt::format("{} is {}, outside {}..{}", what, *value, least, most), expr->where);
  }
  return *value;
}

}  // namespace stardust::spatial::run
