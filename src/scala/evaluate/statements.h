// Names, blocks, vals and control; a part of the evaluator.
#pragma once

#include <map>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Statements {
 public:
  explicit Statements(Evaluator& evaluator) : e_(evaluator) {}

  Value name(const NameTree& n, const Tree& tree, const Scope& scope);
  /// The value of a block is the value of its last statement. Statements after a break run only if the break was not
  /// taken.
  Value block(const BlockTree& n, const Scope& scope, std::size_t from = 0);
  Value statement(const Tree& tree, const Scope& scope);
  Value conditional(const IfTree& n, const Tree& tree, const Scope& scope);
  Value loop(const ForTree& n, const Scope& scope);
  Value textOf(const TextTree& n, const Scope& scope);
  /// Whether the place is in a class that is staged as a whole, where Array, until and similar names belong to the
  /// embedded language.
  bool isStaged(const Location& where) const;

 private:
  Value definition(const ValTree& n, const Scope& scope, const Location& where);
  void generate(const ForTree& n, std::size_t at, const Scope& scope, Values& results);
  bool knows(const std::string& library);

  Evaluator& e_;
  std::vector<Location> staged_;           ///< the classes that are staged as a whole
  std::map<std::string, Tree> libraries_;  ///< libraries that the program imports
};

}  // namespace stardust::scala
