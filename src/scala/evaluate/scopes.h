// Scopes of names during evaluation; internal to the room.
#pragma once

#include <functional>
#include <set>

#include "scala/values/value.h"

namespace stardust::scala {

/// A function refers to its scope, and the scope to the function. The room breaks these reference cycles at the end.
class Scopes {
 public:
  /// Evaluates a lazy val or a member.
  using Resolve = std::function<Value(const Environment::Entry& entry, const Scope& scope)>;

  explicit Scopes(Resolve resolve) : resolve_(std::move(resolve)), top_(create({})) {}
  ~Scopes();
  Scopes(const Scopes&) = delete;
  Scopes& operator=(const Scopes&) = delete;

  Scope create(Scope parent);
  const Scope& top() const { return top_; }  ///< definitions of the file
  /// The value of a name in a scope, an outer scope, or an import; none if it is undefined.
  std::optional<Value> lookUp(const std::string& name, const Scope& scope);
  /// The entry of a variable; null if there is none.
  static Environment::Entry* find(const std::string& name, const Scope& scope);
  static void define(const Scope& scope, std::string name, Value value, bool isVar = false);

 private:
  Value valueOf(Environment::Entry& entry, const Scope& scope);
  std::optional<Value> imported(const std::string& name, const std::string& from, const Scope& scope);

  Resolve resolve_;
  std::vector<std::weak_ptr<Environment>> scopes_;  ///< all scopes that may still be alive
  std::size_t pruneAt_ = 1024;                      ///< size at which dead ones are removed
  std::set<std::string> importing_;                 ///< objects in whose members a lookup is active
  Scope top_;
};

}  // namespace stardust::scala
