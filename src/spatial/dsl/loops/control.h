// if and FSM; parts of Loops.
//   conditionals.cpp    fsm.cpp
#pragma once

#include "spatial/dsl/loops/domains.h"

namespace stardust::dsl {

class Conditionals {
 public:
  explicit Conditionals(Loops& loops) : l_(loops) {}
  /// if (condition) then else otherwise: `branch(0)` and `branch(1)` stage the branches.
  Value choose(const Value& condition, bool hasElse, const std::function<Value(int)>& branch, const Location& where);

 private:
  void predicate(const spatial::Body& body, const Value& condition, const Location& where);
  spatial::Body mergeSharedEnqueues(spatial::Body& yes, spatial::Body& no, const Value& condition,
                                    const Location& where);

  Loops& l_;
};

class StateMachines {
 public:
  explicit StateMachines(Loops& loops) : l_(loops) {}
  /// FSM(first)(while){ body }{ next }
  void run(const Value& first, const Value& condition, const Value& body, const Value& next, const Location& where);

 private:
  std::optional<Number> knownOf(const Value& function, const Number& state, const Location& where);
  std::optional<std::vector<Number>> statesOf(const Number& first, const Value& condition, const Value& next,
                                              const Location& where);
  void emitStates(const Number& first, const Value& condition, const Value& function, const Value& next,
                  const Location& where);

  Loops& l_;
};

}  // namespace stardust::dsl
