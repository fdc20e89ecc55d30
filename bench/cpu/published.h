// What was published of other programs on this class of machine: published.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace stardust::bench {

/// Throws if the file is not there.
nlohmann::json readPublished();

/// The milliseconds of each program on one task; empty where nothing was published.
nlohmann::json publishedOf(const nlohmann::json& published, const std::string& kernel, const std::string& data,
                           int threads);

/// What programs that cannot be measured here would take, in seconds by name: the geometric mean, over all that are
/// both published and measured, of the measured time x (its published time / theirs). `measured`: seconds by name.
nlohmann::json derived(const nlohmann::json& published, const std::map<std::string, double>& measured);

}  // namespace stardust::bench
