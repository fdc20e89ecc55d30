// rooms: exec spatial_profile
// A hand-written program → its host part, the Spatial program, its verification and a short run. Errors may be thrown,
// except internal ones.
#include <cstdlib>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"
#include "spatial/spatial.h"

using namespace stardust;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = makeSource("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  const auto accelerator = [](const spatial::Program& program, const spatial::HostFiles& files) {
    spatial::print(program);
    spatial::verify(program, capstan::publishedLimits);
    spatial::InterpreterOptions options;
    options.maxSteps = 20000;
    options.maxWords = 1 << 18;
    return spatial::interpret(program, files, capstan::publishedLimits, options);
  };
  try {
    profile::run(source, {{}, {}, 100000}, accelerator);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) std::abort();
  }
  return 0;
}
