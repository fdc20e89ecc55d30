// Methods of one name, and members of values; a part of the evaluator.
#pragma once

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// Whether one of the methods of a name takes so many arguments.
bool takesSo(const Function& methods, std::size_t count);

class Methods {
 public:
  explicit Methods(Evaluator& evaluator) : e_(evaluator) {}
  /// object.name
  Value call(const Value& object, const std::string& name, Call& call);
  /// `around`: what its body sees, if that is not the scope that holds it.
  void define(const DefTree& def, const Tree& tree, const Scope& scope, const Scope& around = {});
  /// The first method that takes as many arguments, of these types where that does not decide.
  const Function& overload(const Function& function, Call& call);

 private:
  Value ofModule(const Module& module, const std::string& name, Call& call);
  Value ofInstance(const Value& object, const std::string& name, Call& call);
  Value ofFunction(const Value& object, const std::string& name, Call& call);
  bool fits(const Function& one, const Value& value, std::size_t i);

  Evaluator& e_;
};

}  // namespace stardust::scala
