// Compiled for this processor: see CMakeLists.txt.
#include "direct_loops_text.h"

namespace stardust::bench {
DirectKernel directForThis(const std::string& kernel) { return find(kernel); }
}  // namespace stardust::bench
