// Overloaded methods, and members of values; a part of the evaluator.
#pragma once

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// Whether one of the overloads takes this number of arguments.
bool acceptsCount(const Function& methods, std::size_t count);

class Methods {
 public:
  explicit Methods(Evaluator& evaluator) : e_(evaluator) {}
  /// object.name
  Value call(const Value& object, const std::string& name, Call& call);
  /// `around`: the scope of its body, if it differs from the scope that holds the method.
  void define(const DefTree& def, const Tree& tree, const Scope& scope, const Scope& around = {});
  /// Overload resolution: the first method with this number of arguments; types decide between several.
  const Function& overload(const Function& function, Call& call);

 private:
  Value ofModule(const Module& module, const std::string& name, Call& call);
  Value ofInstance(const Value& object, const std::string& name, Call& call);
  Value ofFunction(const Value& object, const std::string& name, Call& call);
  bool fits(const Function& one, const Value& value, std::size_t i);

  Evaluator& e_;
};

}  // namespace stardust::scala
