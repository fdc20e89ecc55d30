#include "backend/cuda/emulated.h"

#include <fmt/format.h>

#include <array>

#include "support/diagnostic.h"

namespace stardust::cuda {
namespace {

constexpr int fault = 100;  // STARDUST_EMULATED_FAULT

}  // namespace

EmulatedKernel::EmulatedKernel(const loops::Function& function, const cpu::Toolchain& toolchain)
    : function_(function),
      built_(cpu::build(toolchain.compiler, toolchain.cache, hostFlags(toolchain.flags),
                        emulatedText(printedCuda(function)), toolchain.limits)) {}

void EmulatedKernel::run(cpu::Call& call, const Emulation& emulation) const {
  using Entry = int(stardust_tensor* const*, std::int32_t, std::uint64_t, char*, std::int64_t);
  std::array<char, 400> text{};
  const int status = built_.library.function<Entry>("stardust_emulate")(
      call.arguments(), emulation.threads, emulation.seed, text.data(), static_cast<std::int64_t>(text.size()));
  if (status == fault) failInternal(fmt::format("the emulated GPU found a fault in {}", text.data()));
  if (status != STARDUST_OK) cpu::failWithStatus(status);
}

}  // namespace stardust::cuda
