// rooms: files
// Any bytes are an edge list that packs, or a refusal.
#include "any_tensor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return stardust::readAny(data, size, stardust::FileKind::EdgesByComma);
}
