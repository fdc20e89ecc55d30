// The property of every reader of tensors: any bytes are a tensor that packs, or a refusal.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "files/tensors.h"
#include "support/diagnostic.h"

namespace stardust {

inline int readAny(const std::uint8_t* data, std::size_t size, FileKind kind) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const ValueType type : {ValueType::Int32, ValueType::Float64}) try {
      const Coordinates tensor = readTensorText("input", bytes, kind, {type, {}, {}}).tensor;
      const auto order = static_cast<std::size_t>(tensor.order());
      validate(
          pack(tensor, Format(std::vector<LevelFormat>(order, compressed), denseFormat(tensor.order()).modeOrder())));
    } catch (const Error& error) {
      if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
    }
  return 0;
}

}  // namespace stardust
