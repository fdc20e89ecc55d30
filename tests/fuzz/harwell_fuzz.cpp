// rooms: files
// Any bytes are a matrix that packs, or a refusal.
#include "any_tensor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return stardust::readAny(data, size, stardust::FileKind::HarwellBoeing);
}
