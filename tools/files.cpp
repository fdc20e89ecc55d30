#include "files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/diagnostic.h"

namespace stardust::tools {

namespace fs = std::filesystem;

std::string readFile(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) failUser(fmt::format("{} is a directory", path));
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || in.bad()) failUser(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return text.str();
}

void writeFile(const std::string& path, const std::string& text) {
  std::error_code error;
  if (const auto folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, error);
  const std::string partial = fmt::format("{}.partial{}", path, getpid());
  std::ofstream out(partial, std::ios::binary);
  out << text;
  out.close();
  if (out) fs::rename(partial, path, error);
  if (!out || error) {
    const std::string reason = error ? error.message() : std::strerror(errno);
    fs::remove(partial, error);
    failUser(fmt::format("cannot write {}: {}", path, reason));
  }
}

}  // namespace stardust::tools
