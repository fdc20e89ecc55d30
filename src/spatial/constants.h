// What is known before the accelerator starts: parameters, and for the host also ArgIns and lengths of arrays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "spatial/nodes.h"

namespace stardust::spatial {

class Constants {
 public:
  explicit Constants(const Program& program);  ///< its parameters
  void define(const std::string& name, std::int64_t value) { values_[name] = value; }
  void defineLength(const std::string& array, std::int64_t length) { lengths_[array] = length; }

  std::optional<std::int64_t> valueOf(const std::string& name) const;
  /// The value of an expression of constants; none if it has another operand, or divides by zero, or overflows 64 bits.
  std::optional<std::int64_t> valueOf(const Expr& expr) const;

 private:
  std::unordered_map<std::string, std::int64_t> values_, lengths_;
};

}  // namespace stardust::spatial
