// The data of a Spatial program as files, so that the program runs again without the run that made it.
#pragma once

#include <map>
#include <string>

#include "spatial/host_data.h"

namespace stardust::driver {

/// The folder for the data of a program that is written to `file`, as the program names it: "spmv.data" of
/// "out/spmv.scala", beside which it is. Empty for the standard output and other devices.
std::string dataFolderOf(const std::string& file);
/// The same as a path: "out/spmv.data"; empty likewise.
std::string dataPathOf(const std::string& file);

/// What the files that the program loads hold, as text, by their names without the folder. A number on a line; all
/// read back as the same words.
std::map<std::string, std::string> dataOf(const spatial::Program& program, const spatial::HostFiles& files);

}  // namespace stardust::driver
