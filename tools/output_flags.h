// Flags for files that runs leave beside their report, and for building kernels.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/exec.h"
#include "driver/outputs.h"
#include "driver/run.h"
#include "files/files.h"
#include "report/page.h"
#include "report/trace.h"

namespace stardust::tools {

/// What both `run` and `exec` can write of a simulation besides its numbers.
struct PictureFlags {
  std::string trace, page;

  bool any() const { return !trace.empty() || !page.empty(); }
  std::vector<driver::Output> outputs() const;
  /// Whatever can be refused before the run is.
  void check(bool simulates) const;
  template <class Runs>
  void write(const Runs& runs) const {
    if (!any()) return;
    const auto simulations = report::simulationsOf(runs);
    if (!trace.empty()) writeFile(trace, report::trace(simulations));
    if (!page.empty()) writeFile(page, report::page(simulations));
  }
};

/// How `run` and `compile` build and print kernels of the CPU, and the folder from which they can be built elsewhere.
struct BuildFlags {
  std::string artifact, compiler, selfContained;

  /// Whatever can be refused before the work is. `programFlag`: what else writes or replaces the program, or empty.
  void check(const driver::Backend& target, const std::string& programFlag) const;
  /// The same when the names of the files are known, before anything is written.
  void check(const std::vector<driver::Run>& runs) const;
  std::vector<driver::Output> outputs() const;
  void tell(driver::RunRequest& request) const;
  /// Whether the folder has the data of a run.
  bool hasData(const driver::Backend& target) const { return !artifact.empty() && target.hasDataInArtifact(); }
  /// In DIR: see driver::Backend::artifactOf.
  void write(const std::vector<driver::Run>& runs) const;
};

std::vector<driver::Output> joined(const std::vector<std::vector<driver::Output>>& lists);

/// Whether a file is named, and it is not the standard output.
bool isFile(const std::string& path);

/// Whether one of the files is the standard output, which then has nothing else.
bool takesStandardOutput(const std::vector<std::string>& files);

}  // namespace stardust::tools
