// The report of a run as JSON, schema 2: docs/guide/report.md.
#pragma once

#include <string>
#include <vector>

#include "driver/exec.h"
#include "driver/run.h"

namespace stardust::report {

std::string json(const driver::Run& run);
/// The same for the runs of a file with several expressions: the report of the last one, with the others in "earlier".
std::string json(const std::vector<driver::Run>& runs);
/// The report of a hand-written program: the keys of a run.
std::string json(const driver::ExecRun& run);

}  // namespace stardust::report
