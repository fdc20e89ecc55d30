#include "files/descriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/sha256.h"

namespace stardust::machine {
namespace {

namespace fs = std::filesystem;

constexpr const char* extension = ".toml";

Description readDescription(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) failUser(fmt::format("cannot read {}", path.string()));
  auto source = makeSource(path.string(), text.str());
  auto hash = sha256(source->text);
  return {path.stem().string(), path.string(), std::move(source), std::move(hash)};
}

bool isFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

Description findDescription(const std::string& kind, const std::string& nameOrPath,
                            const std::vector<std::string>& directories) {
  const bool isName = nameOrPath.find('/') == std::string::npos;
  for (const auto& directory : directories)
    if (const auto path = fs::path(directory) / folderOf(kind) / (nameOrPath + extension); isName && isFile(path))
      return readDescription(path);
  if (isFile(nameOrPath)) return readDescription(nameOrPath);
  const auto known = listDescriptions(kind, directories);
  const auto near = nearest(nameOrPath, known);
  failUser(fmt::format("there is no {} \"{}\"", kind, nameOrPath), {},
           known.empty() ? fmt::format("looked in: {}", fmt::join(directories, ", "))
                         : fmt::format("there is: {}", fmt::join(known, ", ")),
           near ? fmt::format("did you mean {}? Or give the path of a {} file", *near, extension)
                : fmt::format("give one of these names, or the path of a {} file", extension));
}

std::vector<std::string> listDescriptions(const std::string& kind, const std::vector<std::string>& directories) {
  std::vector<std::string> names;
  for (const auto& directory : directories) {
    std::error_code ignored;  // a missing directory is empty
    for (const auto& entry : fs::directory_iterator(fs::path(directory) / folderOf(kind), ignored))
      if (entry.path().extension() == extension && isFile(entry.path())) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace stardust::machine
