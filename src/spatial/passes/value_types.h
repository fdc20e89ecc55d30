// Types of what a lowered program computes.
#pragma once

#include <map>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Of the memories and values of a program; other names are Ints.
class ValueTypes {
 public:
  explicit ValueTypes(const Body& program) { collect(program); }
  void define(const std::string& name, Type type) { types_[name] = type; }
  Type of(const std::string& name) const;
  Type of(const Expr& expr) const;

 private:
  void collect(const Body& body);
  std::map<std::string, Type> types_;
};

}  // namespace stardust::spatial
