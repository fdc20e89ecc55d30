// What a problem takes of this computer's memory, refused before the work where that cannot be had.
#pragma once

#include <cstdint>

#include "driver/kernel_spec.h"
#include "notation/expr.h"

namespace stardust::driver {

/// Bytes that this process may still take: of what the system has free, and of what a container and the limits of the
/// process (ulimit -v, -d) leave it. Where the system does not say: the largest number.
std::uint64_t availableMemory();

/// Bytes of data that this process has now; 0 where the system does not say.
std::uint64_t dataMemory();

/// Refuses tensors that certainly do not fit: more positions in a dense level than a position can number, or more
/// bytes, of all tensors together, than are available. Counts only what is known without the data (dense levels,
/// generated entries), so that what passes may still not fit. `assignment` has all dimensions. Throws Error
/// (unsupported), placed at the format or the access of the largest tensor.
void requireMemory(const KernelSpec& spec, const notation::Assignment& assignment, std::uint64_t available);

/// The same where memory ran out on the way, whatever it was for: at the largest tensor. Throws Error (unsupported).
[[noreturn]] void failOutOfMemory(const KernelSpec& spec, const notation::Assignment& assignment);

}  // namespace stardust::driver
