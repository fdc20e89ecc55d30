#include "driver/program_files.h"

#include <filesystem>
#include <utility>

#include "driver/program_data.h"
#include "files/files.h"

namespace stardust::driver {

namespace fs = std::filesystem;

ProgramFiles::ProgramFiles(std::string program, std::vector<Output> outputs, std::vector<InputFile> inputs)
    : program_(std::move(program)), outputs_(std::move(outputs)), inputs_(std::move(inputs)) {}

std::string ProgramFiles::found(const std::string& path) const {
  const fs::path beside = fs::path(program_).parent_path() / path;  // an absolute path stays the same
  const bool isOwn = fs::path(path).parent_path() == dataFolderBeside(program_);
  std::error_code ignored;
  return (isOwn || !fs::exists(path, ignored)) && fs::exists(beside, ignored) ? beside.string() : path;
}

std::string ProgramFiles::read(const std::string& path) const {
  const std::string file = found(path);
  requireApart(outputs_, {{"a file of the program", file}});
  return readFile(file);
}

void ProgramFiles::checkWritten(const std::map<std::string, std::string>& files) const {
  std::vector<Output> all = outputs_;
  for (const auto& entry : files) all.push_back({"a file of the program", entry.first});
  requireApart(all, inputs_);
  for (const auto& entry : files) checkWritable(entry.first);
}

}  // namespace stardust::driver
