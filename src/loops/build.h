// Builders of expressions and statements. They throw Error (internal) on a type mismatch between operands.
#pragma once

#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

Expr literal(Type type, std::int64_t value);
Expr literal(Type type, double value);  ///< F32: rounded; of a complex type, without an imaginary part
Expr complexLiteral(Type type, double real, double imaginary);
/// The number of a type that a 64-bit number represents; U64: the bits.
std::int64_t wrapTo(Type type, std::int64_t value);
Expr index(std::int64_t value);  ///< of I64
Expr boolean(bool value);
Expr variable(std::string name, Type type);
Expr load(std::string array, Type element, Expr index);
Expr unary(UnaryOp op, Expr operand);
Expr binary(BinaryOp op, Expr left, Expr right);
Expr call(operators::Op op, std::vector<Expr> operands);
Expr select(Expr condition, Expr ifTrue, Expr ifFalse);
Expr cast(Type type, Expr operand);
Expr find(std::string keys, Expr key);
Expr length(std::string array);
Expr threads();
Expr expression(IdiomCall call);  ///< of an expression idiom; loops/idioms/typed_call.h builds calls from structs

/// The same with simplification: folds integer literals, x + 0, x * 1, not not x, true and x, and the like.
Expr add(Expr left, Expr right);
Expr subtract(Expr left, Expr right);
Expr multiply(Expr left, Expr right);
Expr ceilDivide(const Expr& left, const Expr& right);  ///< of non-negative I64
Expr less(Expr left, Expr right);
Expr equals(Expr left, Expr right);
Expr both(Expr left, Expr right);         ///< and
Expr either(Expr left, Expr right);       ///< or
Expr inverse(Expr operand);               ///< not
Expr converted(Type type, Expr operand);  ///< no cast if the type is unchanged; an integer literal in range is
                                          ///< converted
Expr chosen(Expr condition, Expr ifTrue, Expr ifFalse);

/// The value of an integer or Bool literal.
std::optional<std::int64_t> constant(const Expr& expr);

Stmt let(std::string name, Expr value);
Stmt declare(std::string name, Expr value);
Stmt assign(std::string name, Expr value);
Stmt store(std::string array, Expr index, Expr value, std::optional<BinaryOp> op = std::nullopt, bool atomic = false);
Stmt forLoop(std::string var, Expr begin, Expr end, Body body, Order order = Order::Serial, int unroll = 0);
Stmt whileLoop(Expr condition, Body body);
Stmt ifThen(Expr condition, Body then, Body otherwise = {});
Stmt allocate(std::string array, Type type, Expr size, Expr fill = {}, bool shared = false);
Stmt resize(std::string array, Expr size, Expr fill = {});
Stmt grow(std::string array, Expr size);
Stmt sort(std::string array, Expr begin, Expr end);
Stmt move(std::string array, Expr begin, Expr end, Expr to);
Stmt statement(IdiomCall call);
Stmt insert(Insert insert);
Stmt clear(Clear clear);
Stmt fail(Status status);
Stmt note(std::string text);

}  // namespace stardust::loops
