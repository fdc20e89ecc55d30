// Types by name, types of values, and result types; a part of the evaluator.
//   types.cpp  names and declared types    type_tests.cpp  type tests of values
//   inferred_types.cpp  bindings of type parameters    result_types.cpp  result types of functions
#pragma once

#include <optional>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// A type as written in a program, with canonical names of number types.
TypeTree canonical(const DataType& type);
/// Whether both are written alike.
bool areSame(const TypeTree& a, const TypeTree& b);
bool isTextType(const DataType& type);  ///< Text or String

class Types {
 public:
  explicit Types(Evaluator& evaluator) : e_(evaluator) {}

  DataType named(const TypeTree& tree, const Scope& scope);
  NumberType number(const TypeTree& tree, const Scope& scope);
  /// Resolves aliases and type parameters, and gives each number type a canonical name.
  TypeTree resolved(const TypeTree& tree, const Scope& scope);
  /// A type in the form that a type parameter stores.
  DataType bindable(const TypeTree& tree, const Scope& scope);
  /// The type of a value that determines it: a number, a string, an instance.
  std::optional<DataType> ofValue(const Value& value);
  /// The type test case x: T. Throws Error (unsupported) if the value does not determine the answer.
  bool isOf(const Value& value, const TypeTree& type, const Scope& scope);

  /// Converts a number to its declared type. Lossless conversions are implicit, others are errors. Other values and
  /// types stay the same.
  Value ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where);
  void ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where);
  /// Infers a missing type argument from the type of an argument, or from the result type of a function argument.
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
  int depth_ = 0;  ///< nesting of structs
};

}  // namespace stardust::scala
