// Flags for additional output files of runs, and for building kernels.
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

/// Outputs of `run` and `exec` about the time of a run, besides its numbers.
struct PictureFlags {
  std::string trace, page;

  bool any() const { return !trace.empty() || !page.empty(); }
  std::vector<driver::Output> outputs() const;
  /// Refuses before the run everything that can be refused. `isShown`: the target has a page.
  void check(bool simulates, bool isShown) const;
  template <class Runs>
  void write(const Runs& runs) const {
    if (!trace.empty()) writeFile(trace, report::trace(report::simulationsOf(runs)));
    if (!page.empty()) writeFile(page, report::page(runs));
  }
};

/// How `run` and `compile` build and print CPU kernels, and the folder of files for a build elsewhere.
struct BuildFlags {
  std::string artifact, compiler, selfContained, emulates = {}, ranks = {};

  /// Refuses before the work everything that can be refused. `programFlag`: another flag that writes or replaces the
  /// program, or empty.
  void check(const driver::Backend& target, const std::string& programFlag) const;
  /// The same once the file names are known, before anything is written.
  void check(const std::vector<driver::Run>& runs) const;
  std::vector<driver::Output> outputs() const;
  void tell(driver::RunRequest& request) const;
  /// Whether the folder contains the data of a run.
  bool hasData(const driver::Backend& target) const { return !artifact.empty() && target.hasDataInArtifact(); }
  /// Writes to DIR: see driver::Backend::artifactOf.
  void write(const std::vector<driver::Run>& runs) const;
};

std::vector<driver::Output> joined(const std::vector<std::vector<driver::Output>>& lists);

/// Whether it names a file other than the standard output.
bool isFile(const std::string& path);

/// Whether one of the files is the standard output, which must then contain nothing else.
bool takesStandardOutput(const std::vector<std::string>& files);

}  // namespace stardust::tools
