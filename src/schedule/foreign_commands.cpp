#include "schedule/foreign_commands.h"

#include <algorithm>
#include <iterator>

namespace stardust::schedule {
namespace {

constexpr const char* splitting =
    "split_up(i, io, ii, 16) makes tiles of 16 iterations; split_down(i, io, ii, 16) makes 16 tiles";
constexpr const char* forThreads =
    "parallelize(i, CPUThread) for processors; environment(outerPar, 16) for the accelerator";
constexpr const char* forLanes = "vectorize(i) for processors; environment(innerPar, 16) for the accelerator";
constexpr const char* intoWorkspace =
    "precompute(e, {i}, {iw}, W) computes a part of the expression before, into a workspace";
constexpr const char* ownKernel = "compute the tensor in an expression of its own, above this one in a kernel file";

constexpr ForeignCommand commands[] = {
    {"split", true, splitting},
    {"strip_mine", true, splitting},
    {"divide", true, "split_down(i, io, ii, 16) makes 16 tiles; split_up(i, io, ii, 16) makes tiles of 16 iterations"},
    {"tile", true, "split_up(i, io, ii, 8), split_up(j, jo, ji, 8), reorder(io, jo, ii, ji)"},
    {"interchange", true, "reorder(j, i)"},
    {"collapse", true, "fuse(i, j, f)"},
    {"parallel", true, forThreads},
    {"simd", true, forLanes},
    {"compute_at", true, intoWorkspace},
    {"store_at", true, intoWorkspace},
    {"cache_read", true, intoWorkspace},
    {"cache_write", true, intoWorkspace},
    {"rfactor", true, intoWorkspace},
    {"compute_root", true, ownKernel},
    {"store_root", true, ownKernel},
    {"coord", false, "leave out the pos of that loop: it runs over coordinates then"},
    {"assemble", false, "-f gives the format of the result; its assembly is automatic"},
    {"mergeby", false, "environment(scanDensity, 10) says when an intersection is scanned"},
    {"bind", false, forThreads},
    {"gpu", false, "there is no GPU: --target=cpu, or the accelerator"},
    {"gpu_blocks", false, "there is no GPU: --target=cpu, or the accelerator"},
    {"gpu_threads", false, "there is no GPU: --target=cpu, or the accelerator"},
    {"gpu_tile", false, "there is no GPU: --target=cpu, or the accelerator"},
    {"prefetch", false, "leave it out: loads run ahead of the loops that read them"},
    {"tensorize", false, forLanes},
    {"compute_inline", false, "leave it out: an expression is computed where it is used, unless it is precomputed"},
    {"inline", false, "leave it out: an expression is computed where it is used, unless it is precomputed"},
};

}  // namespace

const ForeignCommand* foreignCommand(const std::string& name) {
  const auto found = std::find_if(std::begin(commands), std::end(commands),
                                  [&](const ForeignCommand& command) { return name == command.name; });
  return found == std::end(commands) ? nullptr : &*found;
}

}  // namespace stardust::schedule
