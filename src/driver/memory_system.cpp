// How much memory the system leaves to this process. Linux says it in files; elsewhere nothing is known but the limits.
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "driver/memory.h"

namespace stardust::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

// The number after a word: "MemAvailable:   123 kB", "inactive_file 123".
std::optional<std::uint64_t> numberAfter(const std::string& path, const std::string& word) {
  std::ifstream in(path);
  for (std::string found; in >> found;)
    if (std::uint64_t number = 0; found == word && in >> number) return number;
  return std::nullopt;
}

// A file that is one number, or "max".
std::optional<std::uint64_t> numberIn(const fs::path& path) {
  std::ifstream in(path);
  std::uint64_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t kilobytes(const char* path, const char* word, std::uint64_t otherwise) {
  const auto number = numberAfter(path, word);
  return number ? *number * 1024 : otherwise;
}

std::uint64_t difference(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 0; }

// Of a container; what it holds of files can be had back.
std::uint64_t leftInGroup(const fs::path& group) {
  const auto most = numberIn(group / "memory.max"), used = numberIn(group / "memory.current");
  if (!most || !used) return unknown;
  return difference(*most, difference(*used, numberAfter(group / "memory.stat", "inactive_file").value_or(0)));
}

std::uint64_t leftInGroups() {
  std::ifstream in("/proc/self/cgroup");
  std::uint64_t left = unknown;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("0::/", 0) != 0) continue;
    for (fs::path group = line.substr(4); !group.empty(); group = group.parent_path())
      left = std::min(left, leftInGroup(fs::path("/sys/fs/cgroup") / group));
    left = std::min(left, leftInGroup("/sys/fs/cgroup"));
  }
  return left;
}

std::uint64_t leftOf(int resource, std::uint64_t used) {
  rlimit limit{};
  if (getrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return unknown;
  return difference(limit.rlim_cur, used);
}

}  // namespace

std::uint64_t dataMemory() { return kilobytes("/proc/self/status", "VmData:", 0); }

std::uint64_t availableMemory() {
  const std::uint64_t mapped = kilobytes("/proc/self/status", "VmSize:", 0);
  return std::min({kilobytes("/proc/meminfo", "MemAvailable:", unknown), leftInGroups(), leftOf(RLIMIT_AS, mapped),
                   leftOf(RLIMIT_DATA, dataMemory())});
}

}  // namespace stardust::driver
