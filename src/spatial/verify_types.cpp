// Expressions, their types, and their variation over lanes.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/arithmetic.h"
#include "spatial/syntax.h"
#include "spatial/verifier.h"

namespace stardust::spatial {

Verifier::MaybeType Verifier::type(const Expr& expr) {
  const auto& where = expr->where;
  return match(
      expr->kind, [&](const Literal& n) { return MaybeType(resolve(n.type)); },
      [&](const Name& n) { return type(n, where); }, [&](const Unary& n) { return type(n, expr); },
      [&](const Binary& n) { return type(n, expr); }, [&](const Mux& n) { return type(n, expr); },
      [&](const Read& n) { return type(n, where); }, [&](const SparseRead& n) { return type(n, where); },
      [&](const Deq& n) { return type(n, where); }, [&](const Rmw& n) { return type(n, where); },
      [&](const Length& n) {
        report("host-value", fmt::format("{}.length is not known to the accelerator", n.array), where,
               "pass it in an ArgIn");
        return MaybeType(Type::Int);
      });
}

bool Verifier::isRegister(const Symbol& symbol) {
  return symbol.kind == Kind::ArgIn || (symbol.memory && symbol.memory->kind == MemoryKind::Reg);
}

void Verifier::isValue(const Expr& expr) {
  const auto* n = std::get_if<Name>(&expr->kind);
  const auto* symbol = n ? find(n->name) : nullptr;
  if (symbol && isRegister(*symbol) && !n->isValue && !program_.isSpeculative) {
    report("register-value", fmt::format("{} stands for the register, not for its value", n->name), expr->where,
           fmt::format("write {}.value", n->name));
  }
}

Verifier::MaybeType Verifier::valueType(const Expr& expr) {
  isValue(expr);
  return type(expr);
}

Verifier::MaybeType Verifier::type(const Name& n, const Location& where) {
  auto* symbol = get(n.name, where);
  if (!symbol) return {};
  ++symbol->reads;
  if (n.isValue && !isRegister(*symbol) && symbol->kind != Kind::ArgOut) {
    report("register-value", fmt::format("{} is not a register", n.name), where, fmt::format("write {}", n.name));
  }
  const bool isReg = symbol->memory && symbol->memory->kind == MemoryKind::Reg;
  if (symbol->kind == Kind::Array) {
    report("host-value", fmt::format("{} is an array of the host", n.name), where,
           "copy it to a DRAM with setMem, and load it from there");
    return {};
  }
  if (symbol->kind == Kind::ArgOut) {
    report("argout-read", fmt::format("{} is read", n.name), where, "keep the value in a Reg");
  } else if (symbol->kind == Kind::Dram || (symbol->memory && !isReg)) {
    report("memory-kind", fmt::format("{} is not a value", n.name), where);
    return {};
  }
  return symbol->type;
}

Verifier::MaybeType Verifier::type(const Unary& n, const Expr& expr) {
  const auto operand = syntax::takesValues(n.op) ? valueType(n.operand) : type(n.operand);
  if (!operand) return {};
  const auto result = typeOf(n.op, *operand);
  if (!result) {
    report("operand-types", fmt::format("\"{}\" has an operand of type {}", print(expr), syntax::typeName(*operand)),
           expr->where);
  }
  return result;
}

Verifier::MaybeType Verifier::type(const Binary& n, const Expr& expr) {
  const bool takesValues = syntax::takesValues(n.op);
  const auto left = takesValues ? valueType(n.left) : type(n.left);
  const auto right = takesValues ? valueType(n.right) : type(n.right);
  if (!left || !right) return {};
  const bool isShift = n.op == BinaryOp::Shl || n.op == BinaryOp::Shr;
  if (isShift && *right != Type::I16 && *right != Type::Float && *right != Type::Bit) {
    report("shift-distance", fmt::format("\"{}\" shifts by a value of type {}", print(expr), syntax::typeName(*right)),
           expr->where, fmt::format("write ({}).to[I16]", print(n.right)));
    return left;
  }
  const auto result = typeOf(n.op, *left, *right);
  if (!result) {
    report("operand-types",
           fmt::format("\"{}\" has operands of type {} and {}", print(expr), syntax::typeName(*left),
                       syntax::typeName(*right)),
           expr->where, "convert literals with .to[T]");
  }
  return result;
}

Verifier::MaybeType Verifier::type(const Mux& n, const Expr& expr) {
  const auto condition = type(n.condition);
  const auto ifTrue = valueType(n.ifTrue);
  const auto ifFalse = valueType(n.ifFalse);
  if (condition && *condition != Type::Bit) {
    report("operand-types",
           fmt::format("the condition of \"{}\" has type {}", print(expr), syntax::typeName(*condition)), expr->where,
           "compare it: x !== 0");
  }
  if (ifTrue && ifFalse && *ifTrue != *ifFalse) {
    report("operand-types",
           fmt::format("\"{}\" chooses between types {} and {}", print(expr), syntax::typeName(*ifTrue),
                       syntax::typeName(*ifFalse)),
           expr->where);
  }
  return ifTrue ? ifTrue : ifFalse;
}

Verifier::MaybeType Verifier::type(const Read& n, const Location& where) {
  isInt(n.index, "the index", where);
  auto* memory = words(n.memory, where);
  if (!memory) return {};
  ++memory->reads;
  accessSram(*memory, n.index, where);
  return memory->type;
}

Verifier::MaybeType Verifier::type(const SparseRead& n, const Location& where) {
  isInt(n.index, "the index", where);
  auto* memory = sparse(n.memory, "barrierRead", where);
  if (!memory) return {};
  ++memory->reads;
  return memory->type;
}

Verifier::MaybeType Verifier::type(const Deq& n, const Location& where) {
  auto* source = fifo(n.fifo, where);
  if (!source) return {};
  ++source->reads;
  accessFifo(*source, where);
  return source->type;
}

Verifier::MaybeType Verifier::type(const Rmw& n, const Location& where) {
  isInt(n.index, "the index", where);
  auto* memory = sparse(n.memory, "RMW", where);
  isElement(n.value, memory, where);
  const auto& operations = syntax::rmwOperations;
  const auto operation = std::find(operations.begin(), operations.end(), n.op);
  if (operation == operations.end() || (n.order != "ordered" && n.order != "unordered")) {
    report("rmw-operation", fmt::format("there is no RMW \"{}\", \"{}\"", n.op, n.order), where);
  }
  if (!memory) return {};
  if (const auto op = combinationOf(n.op); op && !typeOf(*op, *memory->type, *memory->type)) {
    report("rmw-operation",
           fmt::format("{} holds {}, which has no \"{}\"", n.memory, syntax::typeName(*memory->type), n.op), where);
  }
  if (n.op != "write") ++memory->reads;
  if (n.op != "read") ++memory->writes;
  if (memory->order.empty()) memory->order = n.order;
  if (memory->order != n.order) {
    report("rmw-order", fmt::format("{} has \"{}\" and \"{}\" RMWs", n.memory, memory->order, n.order), where);
  }
  return memory->type;
}

void Verifier::isInt(const Expr& expr, std::string_view what, const Location& where) {
  const auto actual = type(expr);
  if (!actual || *actual == Type::Int) return;
  report("index-type", fmt::format("{} \"{}\" has type {}", what, print(expr), syntax::typeName(*actual)),
         expr->where ? expr->where : where);
}

void Verifier::isCondition(std::string_view rule, const Expr& expr, const Location& where) {
  const auto actual = type(expr);
  if (!actual || *actual == Type::Bit) return;
  report(rule, fmt::format("the condition \"{}\" has type {}", print(expr), syntax::typeName(*actual)),
         expr->where ? expr->where : where, "compare it: x !== 0");
}

/// if (enable) before a write
void Verifier::writeCondition(const Expr& enable, const std::string& target, bool isAllowed, const Location& where) {
  if (!enable) return;
  isCondition("write-condition", enable, where);
  if (!isAllowed)
    report("write-condition", fmt::format("a write of {} has no condition", target), where,
           "write mux(condition, a, b)");
}

void Verifier::isElement(const Expr& expr, const Symbol* memory, const Location& where) {
  const auto actual = type(expr);
  if (!actual || !memory || !memory->type || *actual == *memory->type) return;
  report("element-type",
         fmt::format("\"{}\" has type {}, but {} holds {}", print(expr), syntax::typeName(*actual), memory->name,
                     syntax::typeName(*memory->type)),
         expr->where ? expr->where : where);
}

/// Whether a product with the factor is as affine as the other factor: SRAM banks are chosen before the run. In a
/// hand-written program, lanes need only agree on it.
bool Verifier::isStride(const Expr& factor, Variation of) const {
  return of == Variation::Uniform && (program_.isSpeculative || constants_.valueOf(factor));
}

Verifier::Variation Verifier::variation(const Expr& expr) const {
  const auto uniformOrAny = [this](std::initializer_list<const Expr*> operands) {
    for (const auto* operand : operands) {
      if (variation(*operand) != Variation::Uniform) return Variation::Any;
    }
    return Variation::Uniform;
  };
  return match(
      expr->kind, [](const Literal&) { return Variation::Uniform; },
      [&](const Name& n) {
        const auto* symbol = find(n.name);
        // Definitions of enclosing bodies are uniform over the lanes of this one.
        return symbol && symbol->depth == frames_.size() ? symbol->variation : Variation::Uniform;
      },
      [&](const Unary& n) { return n.op == UnaryOp::Neg ? variation(n.operand) : uniformOrAny({&n.operand}); },
      [&](const Binary& n) {
        const auto left = variation(n.left);
        const auto right = variation(n.right);
        const bool isSum = n.op == BinaryOp::Add || n.op == BinaryOp::Sub;
        if (isSum || (n.op == BinaryOp::Mul && (isStride(n.left, left) || isStride(n.right, right)))) {
          return std::max(left, right);
        }
        return left == Variation::Uniform && right == Variation::Uniform ? Variation::Uniform : Variation::Any;
      },
      [&](const Mux& n) {
        return uniformOrAny({&n.condition, &n.ifTrue, &n.ifFalse});
      },
      [&](const Read& n) { return uniformOrAny({&n.index}); },
      [&](const SparseRead& n) { return uniformOrAny({&n.index}); }, [](const Deq&) { return Variation::Any; },
      [](const Rmw&) { return Variation::Any; }, [](const Length&) { return Variation::Uniform; });
}

}  // namespace stardust::spatial
