// Memory requirements of a problem, which is refused before the work if they exceed the available memory.
#pragma once

#include <cstdint>
#include <string>

#include "driver/kernel_spec.h"
#include "driver/target.h"
#include "notation/expr.h"

namespace stardust::driver {

/// The source of the lowest limit.
enum class MemoryOf { Computer, Container, Process };

struct FreeMemory {
  std::uint64_t bytes;  ///< available to this process; the maximum if unknown
  MemoryOf of = MemoryOf::Computer;
};

/// The minimum of the system's free memory, the container's limit, and the limits of the process (--memory-limit,
/// ulimit -v, -d). A process limit close to the others is not attributed to the user.
FreeMemory freeMemory();

/// Bytes of data that this process uses; 0 if unknown.
std::uint64_t dataMemory();

/// Refuses tensors that certainly do not fit: more positions in a dense level than the target supports, or more bytes
/// over all tensors than are available. It counts only sizes that are known without the data (dense levels, generated
/// entries), so that accepted problems may still not fit. `assignment` has all dimensions. Throws Error (unsupported)
/// at the format or the access of the largest tensor.
void requireMemory(const KernelSpec& spec, const notation::Assignment& assignment, const FreeMemory& free);

/// Refuses operands and a result with more positions in a level than the target supports. Throws Error (unsupported) at
/// the tensor's format.
void requirePositions(const Problem& problem, const exec::Evaluated& reference, const Backend& target);

/// "this computer's memory", "the limit of this process (--memory-limit, ulimit)": the exceeded limit.
std::string toString(MemoryOf of);

/// The same as requireMemory after memory ran out during the work, for any purpose: at the largest tensor. Throws Error
/// (unsupported).
[[noreturn]] void failOutOfMemory(const KernelSpec& spec, const notation::Assignment& assignment);

}  // namespace stardust::driver
