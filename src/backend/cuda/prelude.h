// The prelude of a CUDA text.
#pragma once

#include <set>
#include <string>

#include "backend/cpu/prelude.h"

namespace stardust::cuda {

/// The file up to its kernels, which call these functions. Throws Error (unsupported): a function of complex numbers
/// that the device lacks; (internal): a function that nothing defines.
std::string preludeOf(const std::set<std::string>& used, cpu::Runtime runtime);

}  // namespace stardust::cuda
