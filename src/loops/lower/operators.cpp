#include "loops/lower/operators.h"

#include "loops/build.h"
#include "loops/keywords.h"
#include "operators/arithmetic.h"

namespace stardust::loops {
namespace {

// A row with a word is a call: its value may differ from that of the IR's operator with the same symbol.
std::optional<BinaryOp> ownOperator(notation::Op op) {
  if (op->word) return std::nullopt;
  for (const OperatorWord& own : operatorWords)
    if (op->arity == 2 && own.word == std::string_view(op->text)) return own.op;
  return std::nullopt;
}

}  // namespace

Expr applied(notation::Op op, const std::vector<Expr>& operands) {
  if (op->composed) {
    const Type type = operands[0]->type;
    const auto constantOf = [&](double number) {
      return isFloat(type) ? literal(type, number) : literal(type, static_cast<std::int64_t>(number));
    };
    return operators::resultOf(*op->composed, operands, constantOf, applied);
  }
  if (op == operators::negate) return unary(UnaryOp::Neg, operands[0]);
  if (const auto own = ownOperator(op)) return binary(*own, operands[0], operands[1]);
  return call(op, operands);
}

Expr reduced(notation::AssignOp op, const Expr& old, const Expr& value) {
  return op == notation::AssignOp::Set ? value : applied(op.reduction(), {old, value});
}

Stmt reducingStore(const std::string& array, const Expr& at, const Expr& value, notation::AssignOp op) {
  if (op == notation::AssignOp::Set) return store(array, at, value);
  const auto own = ownOperator(op.reduction());
  if (own && updates(*own)) return store(array, at, value, own);
  return store(array, at, applied(op.reduction(), {load(array, value->type, at), value}));
}

Expr identityOf(notation::AssignOp op, ValueType result, Type type) {
  const operators::Constant identity = notation::identityOf(op);
  if (isFloat(type) || isComplex(type)) return literal(type, operators::realOf(identity));
  return literal(type, static_cast<std::int64_t>(operators::integerOf(identity, result)));
}

}  // namespace stardust::loops
