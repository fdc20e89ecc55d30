// The flags that targets add to commands.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "driver/target.h"

namespace stardust::tools {

class TargetFlags {
 public:
  void addTo(CLI::App& app, const std::vector<driver::Flag>& flags);
  /// What the command line says for a flag, "true" of one without a value; empty: nothing.
  const std::string& operator[](const std::string& name) const;

 private:
  std::map<std::string, std::string> values_;  // entries stay where they are: options write into them
};

/// Those of `run`, and those of them that `compile` takes, too.
std::vector<driver::Flag> flagsOfRun();
std::vector<driver::Flag> flagsOfCompile();
/// Those of simulations, which `exec` takes, too.
std::vector<driver::Flag> flagsOfPictures();

}  // namespace stardust::tools
