// The state of a call during its evaluation; internal to the room and to embedded languages.
#pragma once

#include <vector>

#include "scala/values/value.h"

namespace stardust::scala {

/// f[types](first)(second)…: argument lists that the function does not consume are applied to its result.
struct Call {
  Tree tree;
  Location where;
  std::vector<TypeTree> types;
  std::vector<const std::vector<Argument>*> lists;
  std::size_t used = 0;
  Scope scope;
  Value object{};  ///< the object of object.f(…), where f is a name of an embedded language

  bool has() const { return used < lists.size(); }
  /// Throws Error (user) if no argument list is left.
  const std::vector<Argument>& next() {
    if (!has()) failUser("arguments are missing", where, {}, "write them in parentheses after the name");
    return *lists[used++];
  }
};

/// A method that is evaluated when it is named: it has no argument lists, except implicit ones.
bool isParameterless(const DefTree& def);

}  // namespace stardust::scala
