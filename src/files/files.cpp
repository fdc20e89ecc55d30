#include "files/files.h"

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

#include "files/pending_file.h"
#include "files/write_error.h"
#include "support/diagnostic.h"

namespace stardust {

namespace fs = std::filesystem;

namespace {

bool startsWith(const std::string& path, const char* folder) { return path.rfind(folder, 0) == 0; }

// Never replaces /dev/stdout and its like, even if redirected to a regular file. Files in /dev/shm are ordinary files.
bool isDevice(const std::string& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  const bool isOfTheSystem =
      startsWith(path, "/proc/") || (startsWith(path, "/dev/") && !startsWith(path, "/dev/shm/"));
  return isOfTheSystem || (fs::exists(status) && !fs::is_regular_file(status));
}

void writeDevice(const std::string& path, std::string_view text) {
  std::cout.flush();  // keeps the order of earlier output
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) failWriting(path, errno);
  int error = writeAll(file, text);
  if (close(file) != 0 && error == 0) error = errno;  // some file systems report errors only now
  if (error) failWriting(path, error);
}

// Checks write permission explicitly: a rename would replace a write-protected file.
void requirePermission(const std::string& path) {
  if (access(path.c_str(), W_OK) != 0) failWriting(path, errno);
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

bool pathExists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

void checkWritable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) failUser(fmt::format("cannot write {}: it is a directory", path));
  fs::path folder = fs::path(path).parent_path();
  while (!folder.empty() && !fs::exists(folder, ignored))
    folder = folder.parent_path();  // missing folders will be created
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored))
    failUser(fmt::format("cannot write {}: {} is not a directory", path, folder.string()));
  if (!isDevice(path) || !fs::exists(path, ignored)) return checkRoomFor(path, folder.string());
  requirePermission(path);
}

// Permissions are not sufficient: root may write anywhere, but /proc accepts no file.
void checkRoomFor(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) requirePermission(path);
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
  if (const auto folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, error);
  if (error) failWriting(path, error.value());
  io::PendingFile file(path);
  file.write(text);
  file.commit();
}

std::string canonicalPath(const std::string& path) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(path, ignored);
  fs::path canonical = fs::weakly_canonical(linkedFile(absolute.string()), ignored).lexically_normal();
  if (canonical.empty()) canonical = absolute.lexically_normal();
  return canonical.has_filename() ? canonical.string() : canonical.parent_path().string();  // without a trailing slash
}

bool isSameFile(const std::string& one, const std::string& other) {
  std::error_code ignored;
  return canonicalPath(one) == canonicalPath(other) || fs::equivalent(one, other, ignored);
}

std::string linkedFile(const std::string& path) {
  constexpr int mostLinks = 40;  // the limit of Linux
  fs::path file = path;
  std::error_code error;
  for (int n = 0; n < mostLinks && fs::is_symlink(file, error); ++n) {
    const fs::path target = fs::read_symlink(file, error);
    if (error) break;
    file = file.parent_path() / target;
  }
  return file.string();
}

}  // namespace stardust
