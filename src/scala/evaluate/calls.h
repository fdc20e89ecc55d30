// Calls of methods, lambdas and arrays; a part of the evaluator.
#pragma once

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Calls {
 public:
  explicit Calls(Evaluator& evaluator) : e_(evaluator) {}
  /// f.g[T](a)(b){c}: who is called, then the lists one after the other.
  Value call(const Tree& tree, const Scope& scope);
  /// The lists that are left are applied to a value.
  Value rest(Value value, Call& call);
  Value apply(const Value& function, Call& call);
  /// A function whose arguments are values already.
  Value invoke(const Value& function, Values arguments, const Location& where);
  Value invokeDef(const DefTree& def, const Function& function, Call& call);
  /// An operator as the program writes it: in what it stands for, shifts take other distances, too.
  Value operation(Operator op, const Value& a, const Value& b, const Location& where);
  Values arguments(const std::vector<Argument>& list, const Scope& scope);
  void parametersOf(const std::vector<Parameter>& parameters, const std::vector<Argument>& arguments, const Scope& from,
                    const Scope& to, const Location& where);

 private:
  Value applyToOthers(const Value& function, Call& call);
  Value invokeLambda(const Function& function, Values arguments, const Location& where);
  Value unsaid(const Parameter& parameter, const Scope& from, const Scope& to, const Location& where);
  Scope typedScope(const Function& function, Call& call);
  Value withTypes(const Function& function, Call& call);

  Evaluator& e_;
  int depth_ = 0;
};

}  // namespace stardust::scala
