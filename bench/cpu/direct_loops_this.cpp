// For this processor: CMakeLists.txt says so.
#include "direct_loops_text.h"

namespace stardust::bench {
DirectKernel directForThis(const std::string& kernel) { return find(kernel); }
}  // namespace stardust::bench
