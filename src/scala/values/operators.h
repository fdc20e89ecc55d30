// Operators and functions of values.
//   operators.cpp  operators, conversions, functions    equality.cpp  ==
#pragma once

#include <string>
#include <string_view>

#include "scala/values/value.h"

namespace stardust::scala {

/// The operators of Scala's own values. An embedded language overrides them for its own operands, and delegates the
/// others to this class. All throw Error (user) if operands do not match.
class Operators {
 public:
  Operators() = default;
  virtual ~Operators() = default;
  Operators(const Operators&) = delete;
  Operators& operator=(const Operators&) = delete;

  virtual Value unary(Operator op, const Value& a, const Location& where);
  virtual Value binary(Operator op, const Value& a, const Value& b, const Location& where);
  /// sqrt, exp, tanh, min …, with one or two operands.
  virtual Value math(const std::string& name, const Values& arguments, const Location& where);
  virtual Value converted(const Value& value, const NumberType& type, const Location& where);
  /// Equality as == of Scala: values of different kinds are unequal.
  virtual bool isSame(const Value& a, const Value& b, const Location& where);
  virtual Number number(const Value& value, std::string_view what, const Location& where);
  std::int64_t integer(const Value& value, std::string_view what, const Location& where);
  /// The same for a size, which may depend on arguments set before a program runs.
  virtual std::int64_t size(const Value& value, std::string_view what, const Location& where) {
    return integer(value, what, where);
  }
  /// Called with a value that gets a name: an unknown value is computed here, once.
  virtual Value bound(const Value& value, const std::string& /*hint*/, const Location& /*where*/) { return value; }
  /// The index of an element in the items of an array.
  std::size_t elementOf(const Collection& array, const Values& indices, const Location& where);
  /// Names the elements of a new list.
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
/// Reports operands that must have the same type.
[[noreturn]] void failTypes(const NumberType& a, const NumberType& b, const Location& where);
/// Throws Error (user) unless the number of operands is correct.
void requireOperands(const std::string& function, const Values& operands, const Location& where);

}  // namespace stardust::scala
