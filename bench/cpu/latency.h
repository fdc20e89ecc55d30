// What a call costs beside the computation, and what a thousand kernels leave behind.
#pragma once

#include <nlohmann/json.hpp>

namespace stardust::bench {

/// Words that describe this processor, and the C compiler that our kernels go through.
std::string processor();
std::string compiler();

/// Of every kernel, on tensors of a few entries: the seconds of a first call beyond the compiler's own (from the
/// expression's text to the result), of a first call whose library is on disk, and of a further call in this process,
/// with one thread and with two; and of a further call of SpMV through the public interface.
nlohmann::json latency();

/// Resident memory, mappings and descriptors of this process after 100 and after 1,000 different kernels were compiled,
/// loaded, run and unloaded.
nlohmann::json growth();

}  // namespace stardust::bench
