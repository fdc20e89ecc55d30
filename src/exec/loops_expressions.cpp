#include "exec/loops_expressions.h"

#include <bit>

#include "exec/loops_arithmetic.h"
#include "exec/loops_keys.h"
#include "operators/arithmetic.h"

namespace stardust::exec {

using arithmetic::compare;
using arithmetic::operate;
using arithmetic::roundTo;
using arithmetic::wholeOf;
using arithmetic::wrapTo;
using loops::BinaryOp;
using loops::Expr;
using loops::Type;
using loops::UnaryOp;

using Integer = LoopsInteger;
using Real = LoopsReal;
using Complex = LoopsComplex;

LoopsInteger LoopsExpressions::integer(const Expr& e) {
  const Type type = e->type;
  return match(
      e->kind, [](const loops::Literal& l) { return Integer([value = l.integer] { return value; }); },
      [&](const loops::Variable& v) { return Integer([at = &integers_[v.name]] { return at->value; }); },
      [&](const loops::Load& l) {
        return Integer([index = integer(l.index), array = &arrays_.at(l.array)] { return array->integer(index()); });
      },
      [&](const loops::Unary& u) { return unary(u, type); }, [&](const loops::Binary& b) { return binary(b, type); },
      [&](const loops::Call& c) {
        std::vector<Integer> operands;
        for (const Expr& operand : c.operands) operands.push_back(integer(operand));
        return Integer([op = c.op, type, operands] {
          operators::Whole values[operators::mostOperands];
          for (std::size_t n = 0; n < operands.size(); ++n) values[n] = wholeOf(type, operands[n]());
          return wrapTo(type, static_cast<std::uint64_t>(op->integer(values)));
        });
      },
      [&](const loops::Select& s) {
        return Integer(
            [c = integer(s.condition), a = integer(s.ifTrue), b = integer(s.ifFalse)] { return c() ? a() : b(); });
      },
      [&](const loops::Find& f) {
        return Integer([keys = &arrays_.at(f.keys), key = integer(f.key)] { return findKey(*keys, key()); });
      },
      [&](const loops::Length& l) { return Integer([array = &arrays_.at(l.array)] { return array->length(); }); },
      [](const loops::IdiomCall&) -> Integer { failInternal(unexpanded); },
      [this](const loops::Threads&) { return Integer([threads = threads_] { return threads; }); },
      [&](const loops::Cast& c) {
        if (!isFloat(c.operand->type))
          return Integer([a = integer(c.operand), type] { return wrapTo(type, static_cast<std::uint64_t>(a())); });
        return Integer([a = real(c.operand), type] {
          return wrapTo(type, static_cast<std::uint64_t>(static_cast<std::int64_t>(a())));
        });
      });
}

LoopsInteger LoopsExpressions::unary(const loops::Unary& u, Type type) {
  Integer a = integer(u.operand);
  switch (u.op) {
    case UnaryOp::Not: return [a] { return std::int64_t{a() == 0}; };
    case UnaryOp::CountOnes: return [a] { return std::int64_t{std::popcount(static_cast<std::uint32_t>(a()))}; };
    case UnaryOp::TrailingZeros: return [a] { return std::int64_t{std::countr_zero(static_cast<std::uint32_t>(a()))}; };
    default: return [a, type] { return wrapTo(type, 0 - static_cast<std::uint64_t>(a())); };
  }
}

LoopsInteger LoopsExpressions::binary(const loops::Binary& b, Type type) {
  const BinaryOp op = b.op;
  if (isComplex(b.left->type))
    return [isEqual = op == BinaryOp::Eq, x = complex(b.left), y = complex(b.right)] {
      return std::int64_t{(x() == y()) == isEqual};
    };
  if (op >= BinaryOp::Lt && isFloat(b.left->type))
    return [op, x = real(b.left), y = real(b.right)] { return std::int64_t{compare(op, x(), y())}; };
  Integer x = integer(b.left), y = integer(b.right);
  if (op >= BinaryOp::Lt && b.left->type == Type::U64)
    return [op, x, y] {
      return std::int64_t{compare(op, static_cast<std::uint64_t>(x()), static_cast<std::uint64_t>(y()))};
    };
  if (op >= BinaryOp::Lt) return [op, x, y] { return std::int64_t{compare(op, x(), y())}; };
  if (op == BinaryOp::And) return [x, y] { return std::int64_t{x() && y()}; };
  if (op == BinaryOp::Or) return [x, y] { return std::int64_t{x() || y()}; };
  return [op, type, x, y] { return operate(op, type, x(), y()); };
}

LoopsReal LoopsExpressions::real(const Expr& e) {
  const Type type = e->type;
  return match(
      e->kind, [](const loops::Literal& l) { return Real([value = l.real] { return value; }); },
      [&](const loops::Variable& v) { return Real([at = &reals_[v.name]] { return at->value; }); },
      [&](const loops::Load& l) {
        return Real([index = integer(l.index), array = &arrays_.at(l.array)] { return array->real(index()); });
      },
      [&](const loops::Unary& u) { return Real([a = real(u.operand)] { return -a(); }); },
      [&](const loops::Binary& b) {
        return Real([op = b.op, type, x = real(b.left), y = real(b.right)] { return operate(op, type, x(), y()); });
      },
      [&](const loops::Call& c) {
        if (!isComplex(c.operands[0]->type)) return realCall(c, type);
        return Real([value = complexCall(c, c.operands[0]->type)] { return value().real(); });
      },
      [&](const loops::Select& s) {
        return Real([c = integer(s.condition), a = real(s.ifTrue), b = real(s.ifFalse)] { return c() ? a() : b(); });
      },
      [&](const loops::Cast& c) {
        if (isComplex(c.operand->type))
          return Real([a = complex(c.operand), type] { return roundTo(type, a().real()); });
        if (isFloat(c.operand->type)) return Real([a = real(c.operand), type] { return roundTo(type, a()); });
        const Type from = c.operand->type;
        if (type == Type::F32)
          return Real(
              [a = integer(c.operand), from] { return static_cast<double>(static_cast<float>(wholeOf(from, a()))); });
        return Real([a = integer(c.operand), from] { return static_cast<double>(wholeOf(from, a())); });
      },
      [](const loops::Find&) -> Real { failInternal("a slot is an integer"); },
      [](const loops::Length&) -> Real { failInternal("a length is an integer"); },
      [](const loops::IdiomCall&) -> Real { failInternal(unexpanded); },
      [](const loops::Threads&) -> Real { failInternal("a number of threads is an integer"); });
}

LoopsReal LoopsExpressions::realCall(const loops::Call& c, Type type) {
  std::vector<Real> operands;
  for (const Expr& operand : c.operands) operands.push_back(real(operand));
  return [op = c.op, type, operands] {
    double values[operators::mostOperands];
    for (std::size_t n = 0; n < operands.size(); ++n) values[n] = operands[n]();
    return roundTo(type, op->real(values));
  };
}

LoopsComplex LoopsExpressions::complexCall(const loops::Call& c, Type type) {
  std::vector<Complex> operands;
  for (const Expr& operand : c.operands) operands.push_back(complex(operand));
  return [op = c.op, type, operands] {
    std::complex<double> values[operators::mostOperands];
    for (std::size_t n = 0; n < operands.size(); ++n) values[n] = operands[n]();
    return roundTo(type, op->complex(values));
  };
}

LoopsComplex LoopsExpressions::complex(const Expr& e) {
  const Type type = e->type;
  return match(
      e->kind,
      [](const loops::Literal& l) {
        return Complex([value = std::complex<double>(l.real, l.imaginary)] { return value; });
      },
      [&](const loops::Variable& v) { return Complex([at = &complexes_[v.name]] { return at->value; }); },
      [&](const loops::Load& l) {
        return Complex([index = integer(l.index), array = &arrays_.at(l.array)] { return array->complex(index()); });
      },
      [&](const loops::Unary& u) { return Complex([a = complex(u.operand)] { return -a(); }); },
      [&](const loops::Binary& b) {
        return Complex(
            [op = b.op, type, x = complex(b.left), y = complex(b.right)] { return operate(op, type, x(), y()); });
      },
      [&](const loops::Call& c) { return complexCall(c, type); },
      [&](const loops::Select& s) {
        return Complex(
            [c = integer(s.condition), a = complex(s.ifTrue), b = complex(s.ifFalse)] { return c() ? a() : b(); });
      },
      [&](const loops::Cast& c) {
        const Type from = c.operand->type;
        if (isComplex(from)) return Complex([a = complex(c.operand), type] { return roundTo(type, a()); });
        if (isFloat(from))
          return Complex([a = real(c.operand), type] { return roundTo(type, std::complex<double>(a())); });
        return Complex([a = integer(c.operand), from, type] {
          return roundTo(type, std::complex<double>(static_cast<double>(wholeOf(from, a()))));
        });
      },
      [](const loops::Find&) -> Complex { failInternal("a slot is an integer"); },
      [](const loops::Length&) -> Complex { failInternal("a length is an integer"); },
      [](const loops::IdiomCall&) -> Complex { failInternal(unexpanded); },
      [](const loops::Threads&) -> Complex { failInternal("a number of threads is an integer"); });
}

}  // namespace stardust::exec
