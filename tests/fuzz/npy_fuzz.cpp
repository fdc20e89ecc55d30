// rooms: files
// Any bytes are an array that packs, or a refusal.
#include <cstdint>

#include "files/tensors.h"
#include "support/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stardust;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const ValueType type : {ValueType::Int32, ValueType::Float64}) try {
      const Coordinates tensor = readTensorText("input", bytes, FileKind::Npy, {type, {}, {}}).tensor;
      const auto order = static_cast<std::size_t>(tensor.order());
      validate(
          pack(tensor, Format(std::vector<LevelFormat>(order, compressed), denseFormat(tensor.order()).modeOrder())));
    } catch (const Error& error) {
      if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
    }
  return 0;
}
