// Words that no name of a kernel may be.
#pragma once

#include <string_view>

namespace stardust::cuda {

/// Whether the word is a keyword of C++ that C lacks, or a name of CUDA or of the runtime.
bool isReserved(std::string_view word);

}  // namespace stardust::cuda
