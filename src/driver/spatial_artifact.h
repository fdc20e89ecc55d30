// Programs for Capstan on disk, with all files that Spatial's own compiler needs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/targets/accelerator.h"

namespace stardust::driver {

/// The program of step `n` of `count` in the folder: "spmv.scala" for the kernel Spmv, "spmv.1.scala" with several
/// steps.
std::string artifactProgram(const std::string& kernel, std::size_t n, std::size_t count);

/// A program and its data, by path in the folder. `program` is its name there, from which the name of its data folder
/// derives (dataFolderBeside).
std::map<std::string, std::string> programFilesOf(const AcceleratorProduct& made, const std::string& program);

/// Files shared by all programs: a Makefile with its script, and a README.md. The artifact of each run contains the
/// files of its program.
std::map<std::string, std::string> spatialBuildOf(const std::vector<Run>& runs);

}  // namespace stardust::driver
