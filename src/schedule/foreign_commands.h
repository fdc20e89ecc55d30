// Commands of other schedule languages.
#pragma once

#include <optional>
#include <string>

namespace stardust::schedule {

/// A command that TACO, Halide or TVM has.
struct ForeignCommand {
  const char* name;
  bool hasEqual;       ///< else there is nothing like it
  const char* remedy;  ///< the commands that do the same, or the nearest thing
};

const ForeignCommand* foreignCommand(const std::string& name);

}  // namespace stardust::schedule
