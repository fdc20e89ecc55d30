// Number of usable processors: the default number of threads and of concurrent runs.
#pragma once

#include <filesystem>

namespace stardust {

/// The processors in the affinity mask of the calling thread (taskset, a cpuset), bounded by the container quota
/// rounded down: with a quota of 1.5, two synchronising threads would be slow whenever the quota stops one. At least 1.
/// `root` locates the control group files.
int usableProcessors(const std::filesystem::path& root = "/");

}  // namespace stardust
