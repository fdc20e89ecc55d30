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
  /// The value of a block is that of its last statement. What stands behind a break is done only if it was not taken.
  Value block(const BlockTree& n, const Scope& scope, std::size_t from = 0);
  Value statement(const Tree& tree, const Scope& scope);
  Value conditional(const IfTree& n, const Tree& tree, const Scope& scope);
  Value loop(const ForTree& n, const Scope& scope);
  Value textOf(const TextTree& n, const Scope& scope);
  /// Whether this stands in a class that is staged as a whole: there Array, until and their siblings are those of the
  /// embedded language.
  bool isStaged(const Location& where) const;

 private:
  Value definition(const ValTree& n, const Scope& scope, const Location& where);
  void generate(const ForTree& n, std::size_t at, const Scope& scope, Values& results);
  bool knows(const std::string& library);

  Evaluator& e_;
  std::vector<Location> staged_;           ///< the classes that are staged as a whole
  std::map<std::string, Tree> libraries_;  ///< those that the program imports
};

}  // namespace stardust::scala
