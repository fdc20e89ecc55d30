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
  /// The value of a flag, "true" for one without a value; empty: not given.
  const std::string& operator[](const std::string& name) const;

 private:
  std::map<std::string, std::string> values_;  // a map, for stable addresses: options write into the entries
};

/// The flags of `run`; and the subset for `compile`.
std::vector<driver::Flag> flagsOfRun();
std::vector<driver::Flag> flagsOfCompile();
/// The flags of simulations, also for `exec`.
std::vector<driver::Flag> flagsOfPictures();

}  // namespace stardust::tools
