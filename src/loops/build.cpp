#include "loops/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "loops/idioms/idiom.h"
#include "operators/arithmetic.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

Expr node(Type type, decltype(ExprNode::kind) kind) { return Expr(ExprNode{std::move(kind), type}); }
Stmt node(decltype(StmtNode::kind) kind) { return Stmt(StmtNode{std::move(kind)}); }

void requireIndex(const Expr& expr, const char* what) { require(expr && expr->type == Type::I64, what); }
void requireBool(const Expr& expr, const char* what) { require(expr && expr->type == Type::Bool, what); }

bool isConstant(const Expr& expr, std::int64_t value) { return constant(expr) == value; }

void requireCall(const IdiomCall& call, Idiom::Form form) {
  const Idiom& idiom = *call.idiom;
  require(idiom.form == form && call.arguments.size() == idiom.parameters.size(), "an idiom has its arguments");
  require(!idiom.ofNumbers || isNumber(call.type), "an idiom works on numbers");
  forEachArgument(call, [&](const IdiomParameter& p, const Argument& a) {
    require(a.name.empty() == isExpression(p.use) && a.values.empty() != isExpression(p.use),
            "the arguments of an idiom are of its kinds");
    require(a.values.size() <= 1 || p.use == Use::TakesAll, "an idiom takes one expression");
    const Type type = Idiom::typeOf(p, call.type);
    for (const Expr& value : a.values)
      if (!value || value->type != type)
        failInternal(fmt::format("'{}' of {} is of {}", p.name, idiom.name, toString(type)));
  });
}

// Constant folding of integers, with the arithmetic of the program.
template <class Compute>
std::optional<Expr> folded(const Expr& left, const Expr& right, Compute compute) {
  const auto a = constant(left), b = constant(right);
  if (!a || !b || !isInteger(left->type)) return std::nullopt;
  const auto value = compute(static_cast<std::uint64_t>(*a), static_cast<std::uint64_t>(*b));
  return literal(left->type, wrapTo(left->type, static_cast<std::int64_t>(value)));
}

}  // namespace

Type typeOf(ValueType type) {
  switch (type) {
    case ValueType::Bool: return Type::Bool;
    case ValueType::Int8: return Type::I8;
    case ValueType::Int16: return Type::I16;
    case ValueType::Int32: return Type::I32;
    case ValueType::Int64: return Type::I64;
    case ValueType::Uint8: return Type::U8;
    case ValueType::Uint16: return Type::U16;
    case ValueType::Uint32: return Type::U32;
    case ValueType::Uint64: return Type::U64;
    case ValueType::Float16: return Type::F16;
    case ValueType::Bfloat16: return Type::BF16;
    case ValueType::Float32: return Type::F32;
    case ValueType::Float64: return Type::F64;
    case ValueType::Complex64: return Type::C64;
    case ValueType::Complex128: return Type::C128;
  }
  failInternal("a value type without a type of elements");
}

std::int64_t wrapTo(Type type, std::int64_t value) {
  switch (type) {
    case Type::I8: return static_cast<std::int8_t>(value);
    case Type::I16: return static_cast<std::int16_t>(value);
    case Type::I32: return static_cast<std::int32_t>(value);
    case Type::U8: return static_cast<std::uint8_t>(value);
    case Type::U16: return static_cast<std::uint16_t>(value);
    case Type::U32: return static_cast<std::uint32_t>(value);
    default: return value;
  }
}

Expr literal(Type type, std::int64_t value) {
  if (isFloat(type) || isComplex(type)) return literal(type, static_cast<double>(value));
  require(type == Type::Bool ? value == 0 || value == 1 : value == wrapTo(type, value), "a literal fits its type");
  return node(type, Literal{value, 0});
}

Expr literal(Type type, double value) {
  if (isComplex(type)) return complexLiteral(type, value, 0);
  require(isFloat(type), "a literal with a fraction is of a floating-point type");
  return node(type, Literal{0, type == Type::F32 ? static_cast<double>(static_cast<float>(value)) : value});
}

Expr complexLiteral(Type type, double real, double imaginary) {
  require(isComplex(type), "a complex literal is of a complex type");
  const auto part = [&](double value) {
    return type == Type::C64 ? static_cast<double>(static_cast<float>(value)) : value;
  };
  return node(type, Literal{0, part(real), part(imaginary)});
}

Expr index(std::int64_t value) { return literal(Type::I64, value); }
Expr boolean(bool value) { return literal(Type::Bool, std::int64_t{value}); }
Expr variable(std::string name, Type type) { return node(type, Variable{std::move(name)}); }

Expr load(std::string array, Type element, Expr index) {
  requireIndex(index, "an array is indexed by i64");
  return node(element, Load{std::move(array), std::move(index)});
}

Expr unary(UnaryOp op, Expr operand) {
  switch (op) {
    case UnaryOp::Neg: require(isNumber(operand->type), "a negated operand is a number"); break;
    case UnaryOp::Not: requireBool(operand, "the operand of not is a condition"); break;
    case UnaryOp::CountOnes:
    case UnaryOp::TrailingZeros:
      require(operand->type == Type::U32, "bits are counted in a word");
      return node(Type::I64, Unary{op, std::move(operand)});
  }
  const Type type = operand->type;
  return node(type, Unary{op, std::move(operand)});
}

Expr binary(BinaryOp op, Expr left, Expr right) {
  require(left && right && left->type == right->type, "both operands have one type");
  const Type type = left->type;
  Type result = type;
  if (op >= BinaryOp::Lt) {
    result = Type::Bool;
    require((isNumber(type) && !isComplex(type)) || op >= BinaryOp::Eq, "numbers are compared");
  } else if (op >= BinaryOp::BitAnd) {
    require(type == Type::U32, "bit operations are of words");
  } else if (op >= BinaryOp::And) {
    require(type == Type::Bool, "and and or are of conditions");
  } else {
    require(isNumber(type) && !(op == BinaryOp::Rem && !isInteger(type)),
            "arithmetic is of numbers, a remainder of integers");
    require(!isComplex(type) || op <= BinaryOp::Div, "complex numbers have no order");
  }
  return node(result, Binary{op, std::move(left), std::move(right)});
}

Expr call(operators::Op op, std::vector<Expr> operands) {
  require(op && operators::callName(*op) && operands.size() == op->arity, "a function has its operands");
  const Type type = operands[0]->type;
  for (const Expr& operand : operands) require(operand->type == type, "the operands of a function have one type");
  if (isComplex(type)) {
    require(op->complex, "a function is of complex numbers that have it");
    const Type given = operators::givesReal(*op, false) ? partOf(type) : type;
    return node(given, Call{op, std::move(operands)});
  }
  require(isFloat(type) ? !op->ofIntegersOnly : isNumber(type) && type != Type::U32 && op->integer,
          "a function is of numbers that have it");
  return node(type, Call{op, std::move(operands)});
}

Expr select(Expr condition, Expr ifTrue, Expr ifFalse) {
  requireBool(condition, "a selection has a condition");
  require(ifTrue->type == ifFalse->type, "both sides of a selection have one type");
  const Type type = ifTrue->type;
  return node(type, Select{std::move(condition), std::move(ifTrue), std::move(ifFalse)});
}

Expr cast(Type type, Expr operand) {
  require(type != Type::Bool, "a condition is made by comparing");
  const bool isWidened = isHalf(operand->type) && type != Type::F32, isNarrowed = isHalf(type);
  if (isWidened || (isNarrowed && operand->type != Type::F32)) return cast(type, cast(Type::F32, std::move(operand)));
  return node(type, Cast{std::move(operand)});
}

Expr find(std::string keys, Expr key) {
  requireIndex(key, "a key is of i64");
  return node(Type::I64, Find{std::move(keys), std::move(key)});
}

Expr length(std::string array) { return node(Type::I64, Length{std::move(array)}); }

Expr threads() { return node(Type::I64, Threads{}); }

Expr expression(IdiomCall call) {
  requireCall(call, Idiom::Form::Expression);
  const Type type = call.idiom->gives.value_or(call.type);
  return node(type, std::move(call));
}

std::optional<std::int64_t> constant(const Expr& expr) {
  const auto* l = std::get_if<Literal>(&expr->kind);
  if (!l || isFloat(expr->type) || isComplex(expr->type)) return std::nullopt;
  return l->integer;
}

Expr less(Expr left, Expr right) { return binary(BinaryOp::Lt, std::move(left), std::move(right)); }
Expr equals(Expr left, Expr right) { return binary(BinaryOp::Eq, std::move(left), std::move(right)); }

Expr add(Expr left, Expr right) {
  if (const auto sum = folded(left, right, [](auto a, auto b) { return a + b; })) return *sum;
  if (isConstant(left, 0)) return right;
  if (isConstant(right, 0)) return left;
  return binary(BinaryOp::Add, std::move(left), std::move(right));
}

Expr subtract(Expr left, Expr right) {
  if (const auto difference = folded(left, right, [](auto a, auto b) { return a - b; })) return *difference;
  if (isConstant(right, 0)) return left;
  return binary(BinaryOp::Sub, std::move(left), std::move(right));
}

Expr multiply(Expr left, Expr right) {
  if (const auto product = folded(left, right, [](auto a, auto b) { return a * b; })) return *product;
  if (isConstant(left, 0) || isConstant(right, 1)) return left;
  if (isConstant(left, 1) || isConstant(right, 0)) return right;
  return binary(BinaryOp::Mul, std::move(left), std::move(right));
}

Expr ceilDivide(const Expr& left, const Expr& right) {
  return binary(BinaryOp::Div, add(left, subtract(right, index(1))), right);
}

Expr both(Expr left, Expr right) {
  if (const auto known = constant(left)) return *known ? right : left;
  if (isConstant(right, 1)) return left;
  return binary(BinaryOp::And, std::move(left), std::move(right));
}

Expr either(Expr left, Expr right) {
  if (const auto known = constant(left)) return *known ? left : right;
  if (isConstant(right, 0)) return left;
  return binary(BinaryOp::Or, std::move(left), std::move(right));
}

Expr inverse(Expr operand) {
  if (const auto known = constant(operand)) return boolean(*known == 0);
  if (const auto* u = std::get_if<Unary>(&operand->kind); u && u->op == UnaryOp::Not) return u->operand;
  return unary(UnaryOp::Not, std::move(operand));
}

Expr converted(Type type, Expr operand) {
  if (operand->type == type) return operand;
  if (const auto value = constant(operand); value && isInteger(type) && *value == wrapTo(type, *value))
    return literal(type, *value);
  if (const auto* real = std::get_if<Literal>(&operand->kind); real && isFloat(operand->type) && isComplex(type))
    return literal(type, real->real);
  return cast(type, std::move(operand));
}

Expr chosen(Expr condition, Expr ifTrue, Expr ifFalse) {
  if (const auto known = constant(condition)) return *known ? ifTrue : ifFalse;
  if (equal(ifTrue, ifFalse)) return ifTrue;
  return select(std::move(condition), std::move(ifTrue), std::move(ifFalse));
}

Stmt let(std::string name, Expr value) { return node(Let{std::move(name), std::move(value)}); }
Stmt declare(std::string name, Expr value) { return node(Declare{std::move(name), std::move(value)}); }
Stmt assign(std::string name, Expr value) { return node(Assign{std::move(name), std::move(value)}); }

Stmt store(std::string array, Expr index, Expr value, std::optional<BinaryOp> op, bool atomic) {
  requireIndex(index, "an array is indexed by i64");
  require(!op || updates(*op), "an updating store adds, multiplies or selects");
  require(!op || isNumber(value->type), "an updating store is of numbers");
  require(!op || !isComplex(value->type) || *op <= BinaryOp::Mul, "complex numbers have no order");
  require(!atomic || op, "an atomic store updates its element");
  return node(Store{std::move(array), std::move(index), std::move(value), op, atomic});
}

Stmt forLoop(std::string var, Expr begin, Expr end, Body body, Order order, int unroll) {
  require(isInteger(begin->type) && begin->type == end->type, "a loop counts in integers of one type");
  require(unroll >= 0, "a loop is unrolled by a number of iterations");
  return node(For{std::move(var), std::move(begin), std::move(end), std::move(body), order, unroll});
}

Stmt whileLoop(Expr condition, Body body) {
  requireBool(condition, "a while has a condition");
  return node(While{std::move(condition), std::move(body)});
}

Stmt ifThen(Expr condition, Body then, Body otherwise) {
  requireBool(condition, "an if has a condition");
  return node(If{std::move(condition), std::move(then), std::move(otherwise)});
}

Stmt allocate(std::string array, Type type, Expr size, Expr fill, bool shared) {
  requireIndex(size, "a length is of i64");
  require(!fill || fill->type == type, "an array is filled with its elements' type");
  require(!shared || constant(size), "the size of shared memory is a literal");
  return node(Allocate{std::move(array), type, std::move(size), std::move(fill), shared});
}

Stmt resize(std::string array, Expr size, Expr fill) {
  requireIndex(size, "a length is of i64");
  return node(Resize{std::move(array), std::move(size), std::move(fill)});
}

Stmt grow(std::string array, Expr size) {
  requireIndex(size, "a length is of i64");
  return node(Grow{std::move(array), std::move(size)});
}

Stmt sort(std::string array, Expr begin, Expr end) {
  requireIndex(begin, "the begin of a sort is of i64");
  requireIndex(end, "the end of a sort is of i64");
  return node(Sort{std::move(array), std::move(begin), std::move(end)});
}

Stmt move(std::string array, Expr begin, Expr end, Expr to) {
  requireIndex(begin, "the begin of a move is of i64");
  requireIndex(end, "the end of a move is of i64");
  requireIndex(to, "a move goes to an i64");
  return node(Move{std::move(array), std::move(begin), std::move(end), std::move(to)});
}

Stmt statement(IdiomCall call) {
  requireCall(call, Idiom::Form::Statement);
  return node(std::move(call));
}

Stmt insert(Insert insert) {
  requireIndex(insert.key, "a key is of i64");
  require(static_cast<bool>(insert.fill), "what is inserted has a value");
  return node(std::move(insert));
}

Stmt clear(Clear clear) {
  requireIndex(clear.count, "a length is of i64");
  require(static_cast<bool>(clear.fill), "what is cleared leaves a value behind");
  return node(std::move(clear));
}

Stmt fail(Status status) {
  require(status == Status::DivisionByZero || status == Status::TooLarge, "other failures are not written");
  return node(Fail{status});
}

Stmt note(std::string text) {
  const auto ends = [](char c) { return c == '"' || c == '\n'; };
  require(std::none_of(text.begin(), text.end(), ends), "a note is one line without quotes");
  return node(Note{std::move(text)});
}

}  // namespace stardust::loops
