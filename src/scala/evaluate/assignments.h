// Assignments; a part of the evaluator.
#pragma once

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Assignments {
 public:
  explicit Assignments(Evaluator& evaluator) : e_(evaluator) {}
  Value assign(const AssignTree& n, const Tree& tree, const Scope& scope);

 private:
  Value assignName(const AssignTree& n, const std::string& name, const Scope& home, const Scope& scope,
                   const Location& where);
  Value assignElement(const AssignTree& n, const ApplyTree& target, const Tree& tree, const Scope& scope);

  Evaluator& e_;
};

}  // namespace stardust::scala
