// What the control groups of Linux (cgroups, versions 1 and 2) leave to this process: a container limits the time of
// processors and the memory of its processes so.
#pragma once

#include <cstdint>
#include <filesystem>

namespace stardust {

/// The processors whose whole time the quotas allow, of this process's group and of all groups above it; infinite where
/// there is no quota. The files of the system (proc/self/cgroup, ...) are looked for below `root`.
double processorQuota(const std::filesystem::path& root = "/");

/// Bytes that this process may still take before the limit of its group, or of a group above it, is reached; the
/// largest number where there is no limit. What a group holds of files can be had back and counts as free.
std::uint64_t groupMemory(const std::filesystem::path& root = "/");

}  // namespace stardust
