// The files that a run is to write: each has to be a file of its own, or one of them is lost.
#pragma once

#include <string>
#include <vector>

#include "driver/kernel_spec.h"

namespace stardust::driver {

/// Something that a run writes.
struct Output {
  std::string what;  ///< how to call it in a message: "the result y"
  std::string path;  ///< empty: it is not asked for
  Location where = {};
  bool isArtifact = false;  ///< a folder with the files of an artifact, which may hold others beside them
};

/// What the steps of a kernel write: their results, and the report.
std::vector<Output> outputsOf(const std::vector<KernelSpec>& steps);

/// Throws Error (user), before anything is written: two of them are one file, however it is spelled, or one is a file
/// where another needs a folder.
void requireApart(const std::vector<Output>& outputs);

}  // namespace stardust::driver
