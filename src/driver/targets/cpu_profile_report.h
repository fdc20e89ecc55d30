// A profile of the CPU as tables, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "driver/cpu_profile.h"

namespace stardust::driver {

/// A table, and the sentences before it.
struct ProfileTable {
  std::string title;
  std::vector<std::string> explanation;
  std::vector<std::string> header;
  std::set<std::size_t> numeric;  ///< columns
  std::vector<std::vector<std::string>> rows;
};

/// By loop, by array, and by bound.
std::vector<ProfileTable> tablesOf(const CpuProfile& profile);
/// "bandwidth: …": the nearest bound, and how it is decided.
std::string boundText(const CpuProfile& profile);

/// The part `profile` of the text report.
std::string profileText(const CpuProfile& profile);
nlohmann::ordered_json json(const CpuProfile& profile);

}  // namespace stardust::driver
