// The files that a Spatial program reads and writes by itself, when its host's part is run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/outputs.h"

namespace stardust::driver {

class ProgramFiles {
 public:
  /// `outputs` and `inputs`: what the run writes and reads beside them.
  ProgramFiles(std::string program, std::vector<Output> outputs, std::vector<InputFile> inputs);

  /// From the folder in which the tool runs; what is not there, from the program's. A file in the program's own data
  /// folder (program_data.h) first from beside the program, since another of that name may be here. Throws Error (user)
  /// if it cannot be read, or is to be written by the run.
  std::string read(const std::string& path) const;
  /// Refuses what the program wrote, by path, before any of it is: an input or another output of the run. It may be a
  /// file that the program read. Throws Error (user).
  void checkWritten(const std::map<std::string, std::string>& files) const;

 private:
  std::string found(const std::string& path) const;

  std::string program_;
  std::vector<Output> outputs_;
  std::vector<InputFile> inputs_;
};

}  // namespace stardust::driver
