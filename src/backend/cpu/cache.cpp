#include "backend/cpu/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "files/user_cache.h"
#include "support/diagnostic.h"
#include "support/sha256.h"

namespace stardust::cpu {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t hashLength = 64;
constexpr auto abandonedAfter = std::chrono::hours(1);  // a partial file of this age belongs to a dead process

bool isPrivate(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string refusalOf(const std::string& directory) {
  if (directory.empty()) return "no directory for it is known";
  std::error_code error;
  const fs::path parent = fs::path(directory).parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  if (mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return fmt::format("{}: {}", directory, std::strerror(errno));
  struct stat status {};
  if (lstat(directory.c_str(), &status) != 0) return fmt::format("{}: {}", directory, std::strerror(errno));
  if (!S_ISDIR(status.st_mode)) return fmt::format("{} is not a directory", directory);
  if (!isPrivate(status)) return fmt::format("{} belongs to another user, or others can write to it", directory);
  if (access(directory.c_str(), W_OK | X_OK) != 0) return fmt::format("{}: {}", directory, std::strerror(errno));
  return {};
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return std::move(bytes).str();
}

/// Whether the library matches the hash at its end.
bool isWhole(std::string_view file) {
  return file.size() > hashLength &&
         sha256(file.substr(0, file.size() - hashLength)) == file.substr(file.size() - hashLength);
}

std::string partialName(const std::string& path) {
  static std::atomic<unsigned> count{0};  // makes names of the threads of this process unique; no other effect
  return fmt::format("{}.{}.{}.partial", path, getpid(), count++);
}

struct Entry {
  fs::path path;
  fs::file_time_type used;
  std::uint64_t bytes;
};

/// Files of the directory. Ignores files that another process removes meanwhile.
std::vector<Entry> entriesOf(const std::string& directory) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const Entry entry{at->path(), at->last_write_time(gone), at->file_size(gone)};
    if (!gone) entries.push_back(entry);
  }
  return entries;
}

}  // namespace

Cache::Cache(std::string directory, std::uint64_t mostBytes)
    : directory_(std::move(directory)), mostBytes_(mostBytes), refusal_(refusalOf(directory_)) {}

std::optional<Library> Cache::find(const std::string& key) const {
  if (!refusal_.empty()) return std::nullopt;
  const std::string path = pathOf(key);
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return std::nullopt;
  if (S_ISREG(status.st_mode) && isPrivate(status) && isWhole(contents(path))) {
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    try {
      return Library(path);
    } catch (const Error&) {  // removed by another process just now, or built for another system
    }
  }
  unlink(path.c_str());
  return std::nullopt;
}

std::string Cache::add(const std::string& key, const std::string& library) const {
  return write(pathOf(key), contents(library));
}

std::optional<std::string> Cache::findBytes(const std::string& key) const {
  if (!refusal_.empty()) return std::nullopt;
  const std::string path = pathOfBytes(key);
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return std::nullopt;
  if (const std::string file = contents(path); S_ISREG(status.st_mode) && isPrivate(status) && isWhole(file)) {
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    return file.substr(0, file.size() - hashLength);
  }
  unlink(path.c_str());
  return std::nullopt;
}

std::string Cache::addBytes(const std::string& key, const std::string& bytes) const {
  return write(pathOfBytes(key), bytes);
}

std::string Cache::write(const std::string& path, const std::string& bytes) const {
  if (!refusal_.empty()) return refusal_;
  const std::string partial = partialName(path);
  errno = 0;
  std::ofstream out(partial, std::ios::binary);
  out << bytes << sha256(bytes);
  out.close();
  std::string reason;
  if (!out || chmod(partial.c_str(), S_IRWXU) != 0 || rename(partial.c_str(), path.c_str()) != 0) {
    reason = fmt::format("{}: {}", directory_, std::strerror(errno));
    unlink(partial.c_str());
  }
  evict();
  return reason;
}

void Cache::evict() const {
  auto entries = entriesOf(directory_);
  std::uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  const auto abandoned = fs::file_time_type::clock::now() - abandonedAfter;
  for (const Entry& entry : entries) {
    const bool partial = entry.path.extension() == ".partial";
    if (partial ? entry.used > abandoned : bytes <= mostBytes_) continue;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    bytes -= entry.bytes;
  }
}

std::string defaultCacheDirectory() { return inUserCache("kernels"); }

}  // namespace stardust::cpu
