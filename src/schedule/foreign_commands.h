// Scheduling commands of other languages.
#pragma once

#include <optional>
#include <string>

namespace stardust::schedule {

/// A command of TACO, Halide or TVM.
struct ForeignCommand {
  const char* name;
  bool hasEqual;       ///< an equivalent exists here
  const char* remedy;  ///< the equivalent commands, or the nearest alternative
};

const ForeignCommand* foreignCommand(const std::string& name);

}  // namespace stardust::schedule
