// The memory available to this process. Linux reports it in files; on other systems only the process limits are known.
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "driver/memory.h"
#include "files/control_groups.h"

namespace stardust::driver {
namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

// The number after a word: "MemAvailable:   123 kB".
std::optional<std::uint64_t> numberAfter(const std::string& path, const std::string& word) {
  std::ifstream in(path);
  for (std::string found; in >> found;)
    if (std::uint64_t number = 0; found == word && in >> number) return number;
  return std::nullopt;
}

std::uint64_t kilobytes(const char* path, const char* word, std::uint64_t otherwise) {
  const auto number = numberAfter(path, word);
  return number ? *number * 1024 : otherwise;
}

std::uint64_t difference(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 0; }

std::uint64_t leftOf(int resource, std::uint64_t used) {
  rlimit limit{};
  if (getrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return unknown;
  return difference(limit.rlim_cur, used);
}

}  // namespace

std::uint64_t dataMemory() { return kilobytes("/proc/self/status", "VmData:", 0); }

FreeMemory freeMemory() {
  const std::uint64_t mapped = kilobytes("/proc/self/status", "VmSize:", 0);
  const std::uint64_t ofComputer = kilobytes("/proc/meminfo", "MemAvailable:", unknown), ofContainer = groupMemory();
  const std::uint64_t ofProcess = std::min(leftOf(RLIMIT_AS, mapped), leftOf(RLIMIT_DATA, dataMemory()));
  const std::uint64_t shared = std::min(ofComputer, ofContainer);
  if (ofProcess < shared - shared / 8) return {ofProcess, MemoryOf::Process};
  return {std::min(shared, ofProcess), ofContainer < ofComputer ? MemoryOf::Container : MemoryOf::Computer};
}

}  // namespace stardust::driver
