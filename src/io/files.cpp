#include "io/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "support/diagnostic.h"
#include "support/write_error.h"

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

// 0, or why the text cannot be written to the end of the file (errno).
int writeText(const std::string& path, int flags, std::string_view text) {
  const int file = open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int error = writeAll(file, text);
  if (close(file) != 0 && error == 0) error = errno;  // some file systems say it only now
  return error;
}

void writeDevice(const std::string& path, const std::string& text) {
  std::cout.flush();  // what was said before comes first
  if (const int error = writeText(path, O_WRONLY | O_APPEND, text)) failWriting(path, error);
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
  if (access(path.c_str(), W_OK) != 0) failWriting(path, errno);
}

// What one may do to a folder says little: root may do all, and /proc takes no file all the same.
void checkRoomFor(const std::string& path, const std::string& folder) {
  if (const int error = errorOfWriting(folder, 0))
    failUser(fmt::format("cannot write {}: {}: {}", path, folder, std::strerror(error)), {}, {},
             remedyOfWriting(error));
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
  error.clear();
  if (const auto folder = target.parent_path(); !folder.empty()) fs::create_directories(folder, error);
  if (error) failWriting(path, error.value());
  const std::string partial = fmt::format("{}.partial{}", target.string(), getpid());
  int reason = writeText(partial, O_WRONLY | O_CREAT | O_TRUNC, text);
  if (reason == 0 && rename(partial.c_str(), target.c_str()) != 0) reason = errno;
  if (reason == 0) return;
  fs::remove(partial, error);
  failWriting(path, reason);
}

}  // namespace stardust
