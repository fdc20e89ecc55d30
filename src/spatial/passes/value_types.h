// Types of expressions in a lowered program.
#pragma once

#include <map>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Types of the visible memories and values; other names are Ints.
class ValueTypes {
 public:
  using Hidden = std::map<std::string, Type>;
  /// Makes the declarations of a body visible. leave() restores the names that they shadow.
  Hidden enter(const Body& body);
  void leave(const Body& body, const Hidden& hidden);
  void define(const std::string& name, Type type) { types_[name] = type; }
  Type of(const std::string& name) const;
  Type of(const Expr& expr) const;

 private:
  std::map<std::string, Type> types_;
};

}  // namespace stardust::spatial
