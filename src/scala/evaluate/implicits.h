// Implicit values, and views: members added by implicit classes and methods; a part of the evaluator.
//   implicits.cpp  values    views.cpp  views
#pragma once

#include <map>
#include <optional>

#include "scala/evaluate/call.h"

namespace stardust::scala {

class Evaluator;

class Implicits {
 public:
  explicit Implicits(Evaluator& evaluator) : e_(evaluator) {}

  /// The implicit value of a type, as for implicitly[T]; none if there is none.
  std::optional<Value> of(const TypeTree& type, const Scope& from, const Scope& to, const Location& where);
  /// Records that the program has implicit classes, or implicit methods with a parameter.
  void addViews() { hasViews_ = true; }
  bool hasViews() const { return hasViews_; }
  /// Whether a value has a member without a view.
  bool hasMember(const Value& object, const std::string& name);
  /// Converts a value by a view that has a member, or that yields a class.
  std::optional<Value> viewed(const Value& object, const std::string& member, const TypeTree* wanted, const Scope& from,
                              const Location& where);

 private:
  using Open = std::map<std::string, TypeTree>;  ///< bindings of type parameters
  bool unify(const TypeTree& declared, const std::vector<std::string>& open, const TypeTree& wanted, const Scope& home,
             Open& found);
  std::optional<Value> implicitIn(const TypeTree& wanted, const Scope& scope, const Scope& from, const Location& where);
  std::optional<Value> given(const Environment::Entry& entry, const TypeTree& wanted, const Scope& home,
                             const Scope& from, const Location& where);
  std::optional<Value> givenBy(const Function& function, const TypeTree& wanted, const Scope& from,
                               const Location& where);
  bool isInstanceOf(const Value& value, const TypeTree& wanted);
  std::optional<Value> viewIn(const Scope& scope, const Value& object, const std::string& member,
                              const TypeTree* wanted, const Location& where);

  Evaluator& e_;
  bool hasViews_ = false;
  int depth_ = 0;
};

}  // namespace stardust::scala
