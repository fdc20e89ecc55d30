// What a problem takes of this computer's memory, refused before the work where that cannot be had.
#pragma once

#include <cstdint>
#include <string>

#include "driver/kernel_spec.h"
#include "driver/target.h"
#include "notation/expr.h"

namespace stardust::driver {

/// Whose limit is the narrowest.
enum class MemoryOf { Computer, Container, Process };

struct FreeMemory {
  std::uint64_t bytes;  ///< that this process may still take; the largest number where the system does not say
  MemoryOf of = MemoryOf::Computer;
};

/// Of what the system has free, and of what a container and the limits of the process (--memory-limit, ulimit -v, -d)
/// leave it. A limit of the process that is about as wide as the others is not taken for one of the user's.
FreeMemory freeMemory();

/// Bytes of data that this process has now; 0 where the system does not say.
std::uint64_t dataMemory();

/// Refuses tensors that certainly do not fit: more positions in a dense level than the target can number, or more
/// bytes, of all tensors together, than are available. Counts only what is known without the data (dense levels,
/// generated entries), so that what passes may still not fit. `assignment` has all dimensions. Throws Error
/// (unsupported), placed at the format or the access of the largest tensor.
void requireMemory(const KernelSpec& spec, const notation::Assignment& assignment, const FreeMemory& free);

/// Refuses operands and a result with more positions in a level than the target can number. Throws Error (unsupported),
/// placed at the tensor's format.
void requirePositions(const Problem& problem, const exec::Evaluated& reference, const Backend& target);

/// "this computer's memory", "the limit of this process (--memory-limit, ulimit)": in what something does not fit.
std::string toString(MemoryOf of);

/// The same as requireMemory where memory ran out on the way, whatever it was for: at the largest tensor. Throws Error
/// (unsupported).
[[noreturn]] void failOutOfMemory(const KernelSpec& spec, const notation::Assignment& assignment);

}  // namespace stardust::driver
