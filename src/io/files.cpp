#include "io/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "support/diagnostic.h"

namespace stardust {

namespace fs = std::filesystem;

namespace {

// /dev/stdout and its like are never replaced, not even where a redirection makes them stand for a regular file.
bool isDevice(const std::string& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  return path.rfind("/dev/", 0) == 0 || path.rfind("/proc/", 0) == 0 || (fs::exists(status) && !fs::is_regular_file(status));
}

void writeDevice(const std::string& path, const std::string& text) {
  std::cout.flush();  // what was said before comes first
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::app);
  out << text;
  out.close();
  if (!out) failUser(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace

std::string readFile(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) failUser(fmt::format("{} is a directory", path));
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || in.bad()) failUser(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return text.str();
}

void checkWritable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) failUser(fmt::format("cannot write {}: it is a directory", path));
  fs::path folder = fs::path(path).parent_path();
  while (!folder.empty() && !fs::exists(folder, ignored)) folder = folder.parent_path();  // what is missing will be made
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored)) failUser(fmt::format("cannot write {}: {} is not a directory", path, folder.string()));
  if (access(folder.c_str(), W_OK) != 0) failUser(fmt::format("cannot write {}: {}: {}", path, folder.string(), std::strerror(errno)));
}

void writeFile(const std::string& path, const std::string& text) {
  checkWritable(path);
  if (isDevice(path)) return writeDevice(path, text);
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);  // the link stays
  if (const auto folder = target.parent_path(); !folder.empty()) fs::create_directories(folder, error);
  const std::string partial = fmt::format("{}.partial{}", target.string(), getpid());
  errno = 0;
  std::ofstream out(partial, std::ios::binary);
  out << text;
  out.close();
  error.clear();
  if (out) fs::rename(partial, target, error);
  if (out && !error) return;
  const std::string reason = error ? error.message() : std::strerror(errno);
  fs::remove(partial, error);
  failUser(fmt::format("cannot write {}: {}", path, reason));
}

}  // namespace stardust
