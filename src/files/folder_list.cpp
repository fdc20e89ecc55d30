#include "files/folder_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "support/diagnostic.h"
#include "support/sha256.h"

namespace stardust::io {
namespace {

constexpr const char* heading =
    "# Stardust wrote these files. It replaces them, unless they were changed since, and leaves all others alone.\n";
constexpr std::size_t hashLength = 64;
constexpr const char* separator = "  ";  // the format of sha256sum

bool isHash(const std::string& text) {
  return text.size() == hashLength && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Stardust never lists files outside the folder. Such a list is foreign, and nothing is touched.
bool isInside(const std::string& path) {
  const std::filesystem::path parts = path;
  return !path.empty() && parts.is_relative() &&
         std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part == ".." || part == "."; });
}

}  // namespace

std::string print(const FolderList& list) {
  std::string text = list.empty() ? "" : heading;
  for (const auto& [path, hashes] : list)
    for (const std::string& hash : hashes) text += hash + separator + path + "\n";
  return text;
}

FolderList parseFolderList(const std::string& path, const std::string& text) {
  FolderList list;
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::string hash = line.substr(0, hashLength), file = line.substr(std::min(line.size(), hashLength + 2));
    if (!isHash(hash) || line.compare(hashLength, 2, separator) != 0 || !isInside(file))
      failUser(fmt::format("line {} of {} was not written by stardust", number, path), {},
               "the file lists the files that stardust wrote and may replace",
               "name a folder that is empty or not there yet");
    list[file].insert(hash);
  }
  return list;
}

FolderList merged(FolderList one, const FolderList& other) {
  for (const auto& [path, hashes] : other) one[path].insert(hashes.begin(), hashes.end());
  return one;
}

FolderList listOf(const std::map<std::string, std::string>& files) {
  FolderList list;
  for (const auto& [path, bytes] : files) list[path] = {sha256(bytes)};
  return list;
}

}  // namespace stardust::io
