// What `run`, `compile` and `explore` take: a kernel file or an expression, and the flags of the one grammar.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "driver/invocation.h"
#include "pass_flags.h"

namespace stardust::tools {

struct KernelFlags {
  std::string kernel, called;                              ///< `called`: the name that --name says
  std::map<std::string, std::vector<std::string>> values;  // by keyword
  bool quiet = false, strict = false, explain = false;
  PassFlags passes;

  /// `without`: keywords that the command has no flags for.
  void addTo(CLI::App& app, const std::set<std::string>& without = {});
  driver::Invocation invocation() const;
  /// Of the program: with a capital its class, with a small letter its function in C. Throws Error (user).
  std::string name() const;
};

}  // namespace stardust::tools
