// The data of a Spatial program as files, so that the program can run by itself later.
#pragma once

#include <map>
#include <string>

#include "spatial/host_data.h"

namespace stardust::driver {

/// FILE.scala, or FILE.1.scala, FILE.2.scala, … for the steps of a kernel with several expressions.
std::string programFile(const std::string& file, std::size_t n, std::size_t count);

/// The data folder of a program `file`, as the program names it: "spmv.data" for "out/spmv.scala", next to the program.
std::string dataFolderBeside(const std::string& file);
/// The same for a program that is being written. Empty for the standard output and other devices.
std::string dataFolderOf(const std::string& file);
/// The same as a path: "out/spmv.data"; empty in the same cases.
std::string dataPathOf(const std::string& file);

/// The contents of the files that the program loads, by name without the folder. One number per line; parsing yields
/// the same words.
std::map<std::string, std::string> dataOf(const spatial::Program& program, const spatial::HostFiles& files);

}  // namespace stardust::driver
