// Resources left by a container, from files as on Linux, and the processors in the affinity mask.
#include "files/control_groups.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <stdlib.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <string>

#include "files/processors.h"

using namespace stardust;

namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// A folder with system files, removed at the end of the scope.
class System {
 public:
  explicit System(const Files& files) {
    std::string name = (fs::temp_directory_path() / "stardust-system-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    root_ = name;
    for (const auto& [path, text] : files) {
      fs::create_directories((root_ / path).parent_path());
      std::ofstream(root_ / path) << text;
    }
  }
  ~System() { fs::remove_all(root_); }
  System(const System&) = delete;
  System& operator=(const System&) = delete;
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

const std::string unified = "25 20 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string separate =
    "25 20 0:22 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
    "26 25 0:23 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "27 25 0:24 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

Files version2(const std::string& group, Files files) {
  files["proc/self/cgroup"] = "0::" + group + "\n";
  files["proc/self/mountinfo"] = unified;
  return files;
}

Files version1(const std::string& group, Files files) {
  files["proc/self/cgroup"] = "9:name=systemd:/else\n4:memory:" + group + "\n1:cpu,cpuacct:" + group + "\n";
  files["proc/self/mountinfo"] = separate;
  return files;
}

double quota(const Files& files) { return processorQuota(System(files).root()); }
std::uint64_t memory(const Files& files) { return groupMemory(System(files).root()); }

// Restricts this thread to one processor, in the scope.
class OneProcessor {
 public:
  OneProcessor() {
    REQUIRE(sched_getaffinity(0, sizeof before_, &before_) == 0);
    int first = 0;
    while (!CPU_ISSET(first, &before_)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_{};
};

}  // namespace

TEST_CASE("without groups, or without limits, nothing is limited") {
  CHECK(std::isinf(quota({})));
  CHECK(memory({}) == unlimited);
  CHECK(std::isinf(quota(version2("/", {{"sys/fs/cgroup/cpu.max", "max 100000\n"}}))));
  CHECK(memory(version2("/a", {{"sys/fs/cgroup/a/memory.max", "max\n"}, {"sys/fs/cgroup/a/memory.current", "5\n"}})) ==
        unlimited);
  CHECK(std::isinf(quota(version1("/", {{"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
                                        {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"}}))));
}

TEST_CASE("a quota of processors, of version 2, in any group on the way to the top") {
  CHECK(quota(version2("/", {{"sys/fs/cgroup/cpu.max", "150000 100000\n"}})) == 1.5);
  CHECK(quota(version2("/a/b/c", {{"sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n"},
                                  {"sys/fs/cgroup/a/b/cpu.max", "400000 100000\n"},
                                  {"sys/fs/cgroup/a/cpu.max", "100000 50000\n"}})) == 2);
  CHECK(std::isinf(quota(version2("/a", {{"sys/fs/cgroup/b/cpu.max", "100000 100000\n"}}))));
}

TEST_CASE("a quota of processors, of version 1") {
  const Files files = {{"sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n"},
                       {"sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"},
                       {"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "300000\n"},
                       {"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n"}};
  CHECK(quota(version1("/a/b", files)) == 3);
}

TEST_CASE("a container sees its own part of the groups, under the names outside or its own") {
  const std::string part = "26 25 0:23 /docker/x /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n";
  for (const char* group : {"/docker/x", "/", "/../y"}) {
    CAPTURE(group);
    CHECK(quota({{"proc/self/cgroup", std::string("1:cpu:") + group + "\n"},
                 {"proc/self/mountinfo", part},
                 {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000\n"},
                 {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}}) == 2.5);
  }
  CHECK(quota({{"proc/self/cgroup", "1:cpu:/docker/x/in\n"},
               {"proc/self/mountinfo", part},
               {"sys/fs/cgroup/cpu/in/cpu.cfs_quota_us", "100000\n"},
               {"sys/fs/cgroup/cpu/in/cpu.cfs_period_us", "100000\n"}}) == 1);
}

TEST_CASE("memory that is left in the group and those above it; what it holds of files is free") {
  CHECK(memory(version2("/a/b", {{"sys/fs/cgroup/a/b/memory.max", "max\n"},
                                 {"sys/fs/cgroup/a/b/memory.current", "700\n"},
                                 {"sys/fs/cgroup/a/memory.max", "1000\n"},
                                 {"sys/fs/cgroup/a/memory.current", "700\n"},
                                 {"sys/fs/cgroup/a/memory.stat", "anon 500\nfile 200\ninactive_file 150\n"}})) == 450);
  CHECK(memory(version1("/a", {{"sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
                               {"sys/fs/cgroup/memory/memory.usage_in_bytes", "900\n"},
                               {"sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1000\n"},
                               {"sys/fs/cgroup/memory/a/memory.usage_in_bytes", "900\n"},
                               {"sys/fs/cgroup/memory/a/memory.stat", "inactive_file 7\ntotal_inactive_file 40\n"}})) ==
        140);
  CHECK(memory(version2("/", {{"sys/fs/cgroup/memory.max", "1000\n"}, {"sys/fs/cgroup/memory.current", "2000\n"}})) ==
        0);
}

TEST_CASE("processors are those of the affinity, and whole ones of the quota; at least one") {
  const auto with = [](const std::string& max) {
    return usableProcessors(System(version2("/", {{"sys/fs/cgroup/cpu.max", max}})).root());
  };
  const int all = with("max 100000\n");
  CHECK(all >= 1);
  CHECK(with("99999999 100000\n") == all);
  CHECK(with("190000 100000\n") == 1);
  CHECK(with("10000 100000\n") == 1);
  const OneProcessor only;
  CHECK(with("max 100000\n") == 1);
  CHECK(with("400000 100000\n") == 1);
}
