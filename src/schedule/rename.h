// Renaming in commands and assignments.
#pragma once

#include <map>
#include <string>

#include "schedule/schedule.h"

namespace stardust::schedule {

/// Maps old names to new names; other names are unchanged.
struct Renaming {
  std::map<std::string, std::string> tensors, vars;
  bool empty() const { return tensors.empty() && vars.empty(); }
};

Command renamed(const Command& command, const Renaming& names);
notation::Assignment renamed(const notation::Assignment& assignment, const Renaming& names);

}  // namespace stardust::schedule
