// Published results of other programs on this class of machine: published.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace stardust::bench {

/// Throws if the file is missing.
nlohmann::json readPublished();

/// The milliseconds of each program on one task; empty if nothing was published.
nlohmann::json publishedOf(const nlohmann::json& published, const std::string& kernel, const std::string& data,
                           int threads);

/// Estimated seconds, by name, of programs that cannot be measured here: the geometric mean, over all programs both
/// published and measured, of the measured time x (the program's published time / theirs). `measured`: seconds by name.
nlohmann::json derived(const nlohmann::json& published, const std::map<std::string, double>& measured);

}  // namespace stardust::bench
