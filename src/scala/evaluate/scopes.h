// The names of a program while it is evaluated; internal to the room.
#pragma once

#include <functional>
#include <set>

#include "scala/values/value.h"

namespace stardust::scala {

/// A function that is defined in a scope refers to it, and the scope to the function: all are let go together.
class Scopes {
 public:
  /// Evaluates what a lazy val or a member stands for.
  using Resolve = std::function<Value(const Environment::Entry& entry, const Scope& scope)>;

  explicit Scopes(Resolve resolve) : resolve_(std::move(resolve)), top_(create({})) {}
  ~Scopes();
  Scopes(const Scopes&) = delete;
  Scopes& operator=(const Scopes&) = delete;

  Scope create(Scope parent);
  const Scope& top() const { return top_; }  ///< what the file defines
  /// The value of a name in a scope or one around it, also by an import; none if it is not defined.
  std::optional<Value> lookUp(const std::string& name, const Scope& scope);
  /// The entry of a name as a variable; null if there is none.
  static Environment::Entry* find(const std::string& name, const Scope& scope);
  static void define(const Scope& scope, std::string name, Value value, bool isVar = false);

 private:
  Value valueOf(Environment::Entry& entry, const Scope& scope);
  std::optional<Value> imported(const std::string& name, const std::string& from, const Scope& scope);

  Resolve resolve_;
  std::vector<std::weak_ptr<Environment>> scopes_;  ///< all that may still be there
  std::size_t pruneAt_ = 1024;                      ///< of them: then those that are gone are forgotten
  std::set<std::string> importing_;                 ///< objects whose members are looked for
  Scope top_;
};

}  // namespace stardust::scala
