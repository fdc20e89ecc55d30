// Types of what a lowered program computes.
#pragma once

#include <map>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Of the memories and values that are visible; other names are Ints.
class ValueTypes {
 public:
  using Hidden = std::map<std::string, Type>;
  /// What the statements of a body declare becomes visible, until leave() has what it hides of outside.
  Hidden enter(const Body& body);
  void leave(const Body& body, const Hidden& hidden);
  void define(const std::string& name, Type type) { types_[name] = type; }
  Type of(const std::string& name) const;
  Type of(const Expr& expr) const;

 private:
  std::map<std::string, Type> types_;
};

}  // namespace stardust::spatial
