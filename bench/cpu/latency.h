// The overhead of a call besides the computation, and the resources that a thousand kernels leave.
#pragma once

#include <nlohmann/json.hpp>

namespace stardust::bench {

/// Descriptions of this processor, and of the C compiler for our kernels.
std::string processor();
std::string compiler();

/// For every kernel, on tensors of a few entries: the time of a first call without the compiler's own time (from the
/// expression's text to the result), of a first call with a cached library, and of a further call in this process, with
/// one thread and with two; and of a further call of SpMV through the public interface.
nlohmann::json latency();

/// Resident memory, mappings and descriptors of this process after 100 and after 1,000 different kernels were compiled,
/// loaded, run and unloaded.
nlohmann::json growth();

}  // namespace stardust::bench
