// The data of a Spatial program as files, so that the program runs again without the run that made it.
#pragma once

#include <map>
#include <string>

#include "spatial/host_data.h"

namespace stardust::driver {

/// FILE.scala, or FILE.1.scala, FILE.2.scala, … for the steps of a kernel with several expressions.
std::string programFile(const std::string& file, std::size_t n, std::size_t count);

/// The folder for the data of a program that is called `file`, as the program names it: "spmv.data" of
/// "out/spmv.scala", beside which it is.
std::string dataFolderBeside(const std::string& file);
/// The same of a program that is written now. Empty for the standard output and other devices.
std::string dataFolderOf(const std::string& file);
/// The same as a path: "out/spmv.data"; empty likewise.
std::string dataPathOf(const std::string& file);

/// What the files that the program loads hold, as text, by their names without the folder. A number on a line; all
/// read back as the same words.
std::map<std::string, std::string> dataOf(const spatial::Program& program, const spatial::HostFiles& files);

}  // namespace stardust::driver
