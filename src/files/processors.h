// How many processors this process may use: the default for the number of threads and of runs at a time.
#pragma once

#include <filesystem>

namespace stardust {

/// Those that the affinity of the calling thread allows (taskset, a cpuset), but no more than the quota of a container
/// gives whole (1.5 processors are 1: threads that wait for each other are slow once the quota stops one); at least 1.
/// The files of control groups are looked for below `root`.
int usableProcessors(const std::filesystem::path& root = "/");

}  // namespace stardust
