// Compiled for any processor of the family.
#include "direct_loops_text.h"

namespace stardust::bench {
DirectKernel directForAny(const std::string& kernel) { return find(kernel); }
}  // namespace stardust::bench
