// Programs for Capstan on disk, with all that Spatial's own compiler needs of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/targets/accelerator.h"

namespace stardust::driver {

/// The program of step `n` of `count` in the folder: "spmv.scala" of the kernel Spmv, "spmv.1.scala" of several steps.
std::string artifactProgram(const std::string& kernel, std::size_t n, std::size_t count);

/// A program and its data, by path in the folder. `program` is its name there, after which its data folder is called
/// (dataFolderBeside).
std::map<std::string, std::string> programFilesOf(const AcceleratorProduct& made, const std::string& program);

/// What all programs share: a Makefile with the script that it calls, and a README.md. Each run has the files of its
/// program as its artifact.
std::map<std::string, std::string> spatialBuildOf(const std::vector<Run>& runs);

}  // namespace stardust::driver
