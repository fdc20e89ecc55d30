// The files that a Spatial program's host part reads and writes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/outputs.h"

namespace stardust::driver {

class ProgramFiles {
 public:
  /// `outputs` and `inputs`: the other files of the run.
  ProgramFiles(std::string program, std::vector<Output> outputs, std::vector<InputFile> inputs);

  /// Searches the working directory, then the program's folder. A file in the program's own data folder
  /// (program_data.h) is searched next to the program first, because the working directory may have another file of
  /// that name. Throws Error (user) if it cannot be read, or if the run will write it.
  std::string read(const std::string& path) const;
  /// Checks the program's written files, by path, before any is stored. Throws Error (user) for an input or another
  /// output of the run. A file that the program itself read is permitted.
  void checkWritten(const std::map<std::string, std::string>& files) const;

 private:
  std::string found(const std::string& path) const;

  std::string program_;
  std::vector<Output> outputs_;
  std::vector<InputFile> inputs_;
};

}  // namespace stardust::driver
