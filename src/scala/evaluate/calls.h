// Calls of methods, lambdas and arrays; a part of the evaluator.
#pragma once

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Calls {
 public:
  explicit Calls(Evaluator& evaluator) : e_(evaluator) {}
  /// Evaluates f.g[T](a)(b){c}: the function first, then the argument lists from left to right.
  Value call(const Tree& tree, const Scope& scope);
  /// Applies the remaining argument lists to a value.
  Value rest(Value value, Call& call);
  Value apply(const Value& function, Call& call);
  /// Calls a function with evaluated arguments.
  Value invoke(const Value& function, Values arguments, const Location& where);
  Value invokeDef(const DefTree& def, const Function& function, Call& call);
  /// An operator written in the program. It may be an overloaded one, and shift distances may have another type.
  Value operation(Operator op, const Value& a, const Value& b, const Location& where);
  Values arguments(const std::vector<Argument>& list, const Scope& scope);
  void parametersOf(const std::vector<Parameter>& parameters, const std::vector<Argument>& arguments, const Scope& from,
                    const Scope& to, const Location& where);

 private:
  Value applyToOthers(const Value& function, Call& call);
  Value invokeLambda(const Function& function, Values arguments, const Location& where);
  Value omittedArgument(const Parameter& parameter, const Scope& from, const Scope& to, const Location& where);
  Scope typedScope(const Function& function, Call& call);
  Value withTypes(const Function& function, Call& call);

  Evaluator& e_;
  int depth_ = 0;
};

}  // namespace stardust::scala
