// rooms: files
// Any bytes are a matrix that packs, or a user error.
#include <cstdint>

#include "files/tensors.h"
#include "support/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stardust;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    for (const ValueType type : {ValueType::Int32, ValueType::Float64})
      validate(pack(readTensorText("input.mtx", bytes, FileKind::MatrixMarket, {type, {}, {}}).tensor,
                    Format({compressed, compressed})));
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
  }
  return 0;
}
