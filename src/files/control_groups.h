// Resource limits of this process by Linux control groups (cgroups, versions 1 and 2), as set by containers: processor
// time and memory.
#pragma once

#include <cstdint>
#include <filesystem>

namespace stardust {

/// Number of processors by the quotas of this process's group and all its ancestors; infinite without a quota. `root`
/// locates the system files (proc/self/cgroup, ...).
double processorQuota(const std::filesystem::path& root = "/");

/// Bytes left to this process before the memory limit of its group or of an ancestor; the largest number without a
/// limit. Page cache charged to the group is reclaimable and counts as free.
std::uint64_t groupMemory(const std::filesystem::path& root = "/");

}  // namespace stardust
