// Patterns in cases, vals and parameters; a part of the evaluator.
#pragma once

#include <optional>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Patterns {
 public:
  explicit Patterns(Evaluator& evaluator) : e_(evaluator) {}
  /// The value of the first case that matches.
  Value choose(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where);
  /// Applies a partial function, if one of its cases matches.
  std::optional<Value> invokeWhere(const Value& function, const Value& argument, const Location& where);
  /// Binds the names of a pattern, which the value must match.
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
