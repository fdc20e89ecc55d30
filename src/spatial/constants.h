// Values known before the accelerator starts: parameters and, on the host, ArgIns and array lengths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "spatial/nodes.h"

namespace stardust::spatial {

class Constants {
 public:
  explicit Constants(const Program& program);  ///< the parameters of the program
  void define(const std::string& name, std::int64_t value) { values_[name] = value; }
  void defineLength(const std::string& array, std::int64_t length) { lengths_[array] = length; }

  std::optional<std::int64_t> valueOf(const std::string& name) const;
  /// The value of a constant expression; none if an operand is not constant, on division by zero, or if 64 bits
  /// overflow.
  std::optional<std::int64_t> valueOf(const Expr& expr) const;

 private:
  std::unordered_map<std::string, std::int64_t> values_, lengths_;
};

}  // namespace stardust::spatial
