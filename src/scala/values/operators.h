// Operators and functions of values.
//   operators.cpp  operators, conversions, functions    equality.cpp  ==
#pragma once

#include <string>
#include <string_view>

#include "scala/values/value.h"

namespace stardust::scala {

/// Those of Scala's own values. An embedded language overrides them: it looks for values of its own among the
/// operands, and leaves the others to these. All throw Error (user) where operands do not fit.
class Operators {
 public:
  Operators() = default;
  virtual ~Operators() = default;
  Operators(const Operators&) = delete;
  Operators& operator=(const Operators&) = delete;

  virtual Value unary(Operator op, const Value& a, const Location& where);
  virtual Value binary(Operator op, const Value& a, const Value& b, const Location& where);
  /// sqrt, exp, tanh, min …: of one or two operands.
  virtual Value math(const std::string& name, const Values& arguments, const Location& where);
  virtual Value converted(const Value& value, const NumberType& type, const Location& where);
  /// As == of Scala: what is of different kinds differs.
  virtual bool isSame(const Value& a, const Value& b, const Location& where);
  virtual Number number(const Value& value, std::string_view what, const Location& where);
  std::int64_t integer(const Value& value, std::string_view what, const Location& where);
  /// The same of a size, which what is set before a program runs may give.
  virtual std::int64_t size(const Value& value, std::string_view what, const Location& where) {
    return integer(value, what, where);
  }
  /// A value that is going to be used under a name: one that is not known yet is computed here, once.
  virtual Value bound(const Value& value, const std::string& /*hint*/, const Location& /*where*/) { return value; }
  /// Where an element is among the items of an array.
  std::size_t elementOf(const Collection& array, const Values& indices, const Location& where);
  /// Elements of a list that is made now.
  Values bound(Values elements, const Location& where);

 protected:
  static Value binaryOfNumbers(Operator op, const Number& x, const Number& y, const Location& where);

 private:
  Value repeated(const std::string& part, const Value& count, const Location& where);
  Value binaryOfRecords(Operator op, const Record& a, const Record& b, const Location& where);
  Value binaryOfOthers(Operator op, const Value& a, const Value& b, const Location& where);
  bool areSame(const Collection& left, const Collection& right, const Location& where);
};

inline bool isShift(Operator op) { return op == Operator::Shl || op == Operator::Shr || op == Operator::UnsignedShr; }
/// Two operands that would have to be of one type.
[[noreturn]] void failTypes(const NumberType& a, const NumberType& b, const Location& where);
/// Throws Error (user) unless a function has so many operands.
void requireOperands(const std::string& function, const Values& operands, const Location& where);

}  // namespace stardust::scala
