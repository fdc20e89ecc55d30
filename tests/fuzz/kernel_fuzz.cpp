// Any text is a kernel file, or a user error.
#include <cstdint>

#include "driver/kernel_spec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stardust;
  try {
    const auto spec = driver::parseKernel(makeSource("kernel.sd", {reinterpret_cast<const char*>(data), size}));
    driver::assignmentOf(driver::merge(spec, spec));
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::User && error.diagnostic().family != Family::Unsupported) throw;
  }
  return 0;
}
