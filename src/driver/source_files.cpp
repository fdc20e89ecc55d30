#include "driver/source_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "files/files.h"

namespace stardust::driver {

namespace fs = std::filesystem;

std::string remedyForMissing(const std::string& path) {
  constexpr std::size_t mostFiles = 10000;  // limit on the files of a folder considered
  const fs::path folder = fs::path(path).parent_path();
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, failed), end;
       !failed && at != end && names.size() < mostFiles; at.increment(failed))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());  // the order of a directory listing is unspecified
  if (const auto similar = nearest(fs::path(path).filename().string(), names))
    return fmt::format("did you mean {}?", (folder / *similar).string());
  return "a path is relative to the folder in which stardust runs";
}

Source readSource(const std::string& path, const std::string& holds) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  if (!fs::exists(status)) failUser(fmt::format("there is no file {}", path), {}, {}, remedyForMissing(path));
  if (fs::is_directory(status)) failUser(fmt::format("{} is a directory", path), {}, {}, "give a file of it");
  const std::string text = readText(path);
  const std::string remedy = "it is to hold " + holds;
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    failUser(fmt::format("{} is empty", path), {}, {}, remedy);
  if (text.find('\0') != std::string::npos)
    failUser(fmt::format("{} is not a text file", path), {}, "it contains a zero byte", remedy);
  return makeSource(path, text);
}

}  // namespace stardust::driver
