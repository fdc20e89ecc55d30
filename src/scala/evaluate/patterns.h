// Patterns of cases, of vals and of parameters; a part of the evaluator.
#pragma once

#include <optional>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Patterns {
 public:
  explicit Patterns(Evaluator& evaluator) : e_(evaluator) {}
  /// The value of the case that a value fits.
  Value choose(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where);
  /// A function by cases, if one of them fits.
  std::optional<Value> invokeWhere(const Value& function, const Value& argument, const Location& where);
  /// Defines the names of a pattern, which the value has to fit.
  void bind(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);

 private:
  const Case* chosenCase(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where);
  bool matches(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  bool matchesAll(const std::vector<Pattern>& parts, const Values& items, const Scope& scope, const Location& where);
  bool matchesParts(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where);
  bool matchesExtracted(const Value& object, const Pattern& pattern, const Value& value, const Scope& scope,
                        const Location& where);

  Evaluator& e_;
};

}  // namespace stardust::scala
