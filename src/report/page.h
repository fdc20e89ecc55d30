// A page about a run: where its time was spent, on which units, and how far it is from the machine's limits.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/simulations.h"

namespace stardust::report {

/// Self-contained HTML: it contains styles, script and data, and fetches nothing. docs/guide/seen.md describes the
/// page.
std::string page(const std::vector<Simulation>& simulations);
/// The page of simulations of any machine, as data: `causes` of its cycles, and `simulations` as in page_data.h; what a
/// machine does not have (grid, roofline, bandwidth, used) is left out.
std::string pageOf(const nlohmann::ordered_json& causes, const nlohmann::ordered_json& simulations);
/// The same of runs: of their simulations on the accelerator; without any, of their stream graphs (stream_page.h), or
/// their profiles on the CPU (profile_page.h).
std::string page(const std::vector<driver::Run>& runs);
std::string page(const driver::ExecRun& run);

}  // namespace stardust::report
