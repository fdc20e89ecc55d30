#include "io/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "support/diagnostic.h"

namespace stardust {

namespace fs = std::filesystem;

namespace {

// /dev/stdout and its like are never replaced, not even where a redirection makes them stand for a regular file.
bool isDevice(const std::string& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  return path.rfind("/dev/", 0) == 0 || path.rfind("/proc/", 0) == 0 ||
         (fs::exists(status) && !fs::is_regular_file(status));
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

std::string readText(const std::string& path) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::string text = readFile(path);
  if (text.compare(0, mark.size(), mark) == 0) text.erase(0, mark.size());
  return text;
}

void checkWritable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) failUser(fmt::format("cannot write {}: it is a directory", path));
  fs::path folder = fs::path(path).parent_path();
  while (!folder.empty() && !fs::exists(folder, ignored))
    folder = folder.parent_path();  // what is missing will be made
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored))
    failUser(fmt::format("cannot write {}: {} is not a directory", path, folder.string()));
  if (!isDevice(path) || !fs::exists(path, ignored)) return checkRoomFor(path, folder.string());
  if (access(path.c_str(), W_OK) != 0) failUser(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

// What one may do to a folder says little: root may do all, and /proc takes no file all the same.
void checkRoomFor(const std::string& path, const std::string& folder) {
  std::string trial = (fs::path(folder) / ".stardust-XXXXXX").string();
  const int file = mkostemp(trial.data(), O_CLOEXEC);
  if (file < 0) failUser(fmt::format("cannot write {}: {}: {}", path, folder, std::strerror(errno)));
  close(file);
  unlink(trial.c_str());
}

bool isStandardOutput(const std::string& path) {
  return path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

void writeFile(const std::string& path, const std::string& text) {
  checkWritable(path);
  if (isDevice(path)) return writeDevice(path, text);
  std::error_code error;
  const fs::path target =
      fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);  // the link stays
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
