// Classes and their instances; a part of the evaluator.
#pragma once

#include <map>
#include <set>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

/// A class of those that make an instance: the one that was asked for, those that it extends, those that they extend, …
struct Level {
  const ClassTree* type;
  const std::vector<Argument>* arguments;
  const std::vector<TypeTree>* types;
  std::size_t extendedBy;  ///< which of them gives the arguments
  Scope own{};             ///< its parameters, which nobody else sees; around it is the instance
};

class Classes {
 public:
  explicit Classes(Evaluator& evaluator) : e_(evaluator) {}

  void add(const ClassTree& type, const Scope& scope);
  const ClassTree* named(const std::string& name) const;  ///< null: there is none
  std::vector<std::string> names() const;
  /// A class and those that it leads to.
  std::vector<Level> levelsOf(const ClassTree& type) const;
  /// Whether a class is the other one, or extends it.
  bool leadsTo(const ClassTree& type, const ClassTree& base) const;

  /// The members of a class and of those it extends, in one scope.
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
  std::map<const ClassTree*, Scope> enclosing_;  ///< of classes that a class or a method defines
};

}  // namespace stardust::scala
