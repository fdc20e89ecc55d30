// Types by name, of values and of results; a part of the evaluator.
//   types.cpp  names and declared types    type_tests.cpp  whether a value is of a type
//   inferred_types.cpp  what type parameters stand for    result_types.cpp  what a function gives
#pragma once

#include <optional>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// A type as the program would write it: numbers by one name each.
TypeTree canonical(const DataType& type);
/// Whether they are written alike.
bool areSame(const TypeTree& a, const TypeTree& b);
bool isTextType(const DataType& type);  ///< Text or String

class Types {
 public:
  explicit Types(Evaluator& evaluator) : e_(evaluator) {}

  DataType named(const TypeTree& tree, const Scope& scope);
  NumberType number(const TypeTree& tree, const Scope& scope);
  /// With what aliases and type parameters stand for, and one name for each type of numbers.
  TypeTree resolved(const TypeTree& tree, const Scope& scope);
  /// As a type parameter keeps it.
  DataType bindable(const TypeTree& tree, const Scope& scope);
  /// Of a value that says it: a number, a text, an instance.
  std::optional<DataType> ofValue(const Value& value);
  /// What case x: T asks. Throws Error (unsupported) where the value does not say it.
  bool isOf(const Value& value, const TypeTree& type, const Scope& scope);

  /// A number as one of its declared type: what loses nothing is converted, what would is refused. Other values and
  /// types stay.
  Value ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where);
  void ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where);
  /// A type parameter that the call does not name is that of an argument, or of what a function gives that is one.
  void infer(const std::vector<std::string>& names, const std::vector<Parameter>& parameters, const Scope& scope);

 private:
  std::optional<DataType> inObject(const TypeTree& tree, const Scope& scope);
  std::optional<DataType> inResult(const std::string& name, const TypeTree& declared, const Value& argument);
  Value ascribedList(const Value& value, const Collection& list, const TypeTree& declared, const Scope& scope,
                     const Location& where);
  Value ascribedTuple(const Value& value, const Record& tuple, const TypeTree& declared, const Scope& scope,
                      const Location& where);
  Value ascribedFunction(const Value& function, const TypeTree& declared, const Scope& scope);

  Evaluator& e_;
  int depth_ = 0;  ///< of structs in structs
};

}  // namespace stardust::scala
