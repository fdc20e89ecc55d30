// rooms: files
// Any bytes are a tensor that packs as COO, or a user error.
#include <cstdint>

#include "files/tensors.h"
#include "support/diagnostic.h"

namespace {

stardust::Format coo(int order) {
  std::vector<stardust::LevelFormat> levels(static_cast<std::size_t>(order), stardust::singleton);
  if (order > 0) levels[0] = stardust::compressedNonUnique;
  return stardust::Format(levels, stardust::denseFormat(order).modeOrder());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stardust;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    for (const ValueType type : {ValueType::Int64, ValueType::Float32}) {
      const Coordinates tensor = readTensorText("input.tns", bytes, FileKind::Frostt, {type, {}, {}}).tensor;
      validate(pack(tensor, coo(tensor.order())));
    }
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
  }
  return 0;
}
