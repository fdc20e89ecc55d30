#include "files/control_groups.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace stardust {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// A hierarchy of control groups: version 2 (no controllers), or one of version 1.
struct Hierarchy {
  std::vector<std::string> controllers;
  fs::path path;  // path of the group of this process
};

// A mount of a hierarchy, or of the part below `top`, at `at`. A container sees only a part.
struct Mount {
  bool isUnified = false;            // version 2
  std::vector<std::string> options;  // version 1: the controllers, among others
  fs::path top, at;
};

// The folders of one version from the group of this process up to the top of the mount.
struct Groups {
  bool isUnified;
  std::vector<fs::path> folders;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Line format: "4:cpu,cpuacct:/path"; version 2: "0::/path".
std::vector<Hierarchy> hierarchies(const fs::path& root) {
  std::ifstream in(root / "proc/self/cgroup");
  std::vector<Hierarchy> found;
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    found.push_back({split(line.substr(first + 1, second - first - 1), ','), line.substr(second + 1)});
  }
  return found;
}

// Line format: "ID PARENT DEVICE TOP AT OPTIONS … - TYPE SOURCE OPTIONS".
std::vector<Mount> mounts(const fs::path& root) {
  std::ifstream in(root / "proc/self/mountinfo");
  std::vector<Mount> found;
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> words = split(line, ' ');
    const auto dash = std::find(words.begin(), words.end(), "-");
    if (words.size() < 6 || words.end() - dash < 4 || dash[1].rfind("cgroup", 0) != 0) continue;
    found.push_back({dash[1] == "cgroup2", split(dash[3], ','), words[3], root / fs::path(words[4]).relative_path()});
  }
  return found;
}

std::vector<fs::path> foldersOf(const Hierarchy& hierarchy, const Mount& mount) {
  fs::path below = hierarchy.path.lexically_relative(mount.top);
  if (below.empty() || *below.begin() == ".." || *below.begin() == ".") below.clear();
  std::vector<fs::path> folders;
  for (; !below.empty(); below = below.parent_path()) folders.push_back(mount.at / below);
  folders.push_back(mount.at);
  return folders;
}

// Candidate folders for the files of a controller.
std::vector<Groups> groupsOf(const std::string& controller, const fs::path& root) {
  const std::vector<Mount> mounted = mounts(root);
  std::vector<Groups> found;
  for (const Hierarchy& hierarchy : hierarchies(root)) {
    const bool isUnified = hierarchy.controllers.empty();
    if (!isUnified && !has(hierarchy.controllers, controller)) continue;
    for (const Mount& mount : mounted)
      if (mount.isUnified == isUnified && (isUnified || has(mount.options, controller)))
        found.push_back({isUnified, foldersOf(hierarchy, mount)});
  }
  return found;
}

// The leading numbers of a file: none for "max" or a missing file.
std::vector<double> numbersIn(const fs::path& file) {
  std::ifstream in(file);
  std::vector<double> numbers;
  for (double number = 0; in >> number;) numbers.push_back(number);
  return numbers;
}

std::optional<std::uint64_t> bytesIn(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t bytes = 0;
  return in >> bytes ? std::optional(bytes) : std::nullopt;
}

// The value of `thing` in a file with lines "WORD NUMBER"; 0 if absent.
std::uint64_t countedIn(const fs::path& file, const std::string& thing) {
  std::ifstream in(file);
  std::string word;
  for (std::uint64_t number = 0; in >> word >> number;)
    if (word == thing) return number;
  return 0;
}

double quotaOf(const fs::path& group, bool isUnified) {
  std::vector<double> numbers = numbersIn(group / (isUnified ? "cpu.max" : "cpu.cfs_quota_us"));
  if (!isUnified)
    for (const double period : numbersIn(group / "cpu.cfs_period_us")) numbers.push_back(period);
  const bool isLimited = numbers.size() == 2 && numbers[0] > 0 && numbers[1] > 0;  // version 1 uses -1 for none
  return isLimited ? numbers[0] / numbers[1] : std::numeric_limits<double>::infinity();
}

std::uint64_t difference(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 0; }

std::uint64_t memoryOf(const fs::path& group, bool isUnified) {
  const auto limit = bytesIn(group / (isUnified ? "memory.max" : "memory.limit_in_bytes"));
  const auto used = bytesIn(group / (isUnified ? "memory.current" : "memory.usage_in_bytes"));
  if (!limit || !used) return unlimited;
  const std::uint64_t ofFiles = countedIn(group / "memory.stat", isUnified ? "inactive_file" : "total_inactive_file");
  return difference(*limit, difference(*used, ofFiles));
}

// The minimum of `ofGroup` over the groups.
template <class Number, class OfGroup>
Number leastOf(const std::string& controller, const fs::path& root, Number least, OfGroup ofGroup) {
  for (const Groups& groups : groupsOf(controller, root))
    for (const fs::path& folder : groups.folders) least = std::min(least, ofGroup(folder, groups.isUnified));
  return least;
}

}  // namespace

double processorQuota(const fs::path& root) {
  return leastOf("cpu", root, std::numeric_limits<double>::infinity(), quotaOf);
}

std::uint64_t groupMemory(const fs::path& root) { return leastOf("memory", root, unlimited, memoryOf); }

}  // namespace stardust
