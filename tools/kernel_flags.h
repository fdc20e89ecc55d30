// The arguments of `run`, `compile` and `explore`: a kernel file or an expression, and the flags of the kernel grammar.
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
  std::string kernel, called;                              ///< `called`: the value of --name
  std::string tuned;                                       ///< the file of kept schedules; it implies `-s=tuned`
  std::map<std::string, std::vector<std::string>> values;  // by keyword
  bool quiet = false, strict = false, explain = false;
  PassFlags passes;

  /// `without`: keywords without a flag in this command, and "tuned" and "name".
  void addTo(CLI::App& app, const std::set<std::string>& without = {});
  driver::Invocation invocation() const;
  /// The name of the program: its class if capitalized, otherwise its function in C. Throws Error (user).
  std::string name() const;
};

}  // namespace stardust::tools
