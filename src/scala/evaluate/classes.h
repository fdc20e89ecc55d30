// Classes and their instances; a part of the evaluator.
#pragma once

#include <map>
#include <set>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// One class in the chain of an instance: the instantiated class, its base classes, their base classes, …
struct Level {
  const ClassTree* type;
  const std::vector<Argument>* arguments;
  const std::vector<TypeTree>* types;
  std::size_t extendedBy;  ///< index of the level that passes its arguments
  Scope own{};             ///< private scope of its parameters; its parent is the instance
};

class Classes {
 public:
  explicit Classes(Evaluator& evaluator) : e_(evaluator) {}

  void add(const ClassTree& type, const Scope& scope);
  const ClassTree* named(const std::string& name) const;  ///< null if undefined
  std::vector<std::string> names() const;
  /// A class with all of its base classes.
  std::vector<Level> levelsOf(const ClassTree& type) const;
  /// Whether a class equals the other class or extends it.
  bool leadsTo(const ClassTree& type, const ClassTree& base) const;

  /// The members of a class and its base classes, in one scope.
  Scope instantiate(const ClassTree& type, const std::vector<TypeTree>& types, const std::vector<Argument>& arguments,
                    const Scope& around);
  Value construct(const ClassTree& type, Call& call);
  Value create(const NewTree& n, const Tree& tree, const Scope& scope);

 private:
  std::vector<Level> levelsOf(const ClassTree& type, const std::vector<TypeTree>& types,
                              const std::vector<Argument>& arguments) const;
  void bindParameters(const Level& level, const Scope& from, const Scope& instance);
  void defineMembers(const Level& level, const Scope& instance, std::set<std::string>& overridden,
                     std::vector<Tree>& others);
  void runStatement(const Tree& statement, const Scope& own, const Scope& instance);
  void defineShown(const Scope& instance);

  Evaluator& e_;
  std::map<std::string, const ClassTree*> classes_;
  std::map<const ClassTree*, Scope> enclosing_;  ///< scopes of classes defined in a class or method
};

}  // namespace stardust::scala
