// rooms: exec spatial
// Text → parse → verify; print → parse gives the same program; and a short run. Errors may be thrown, except internal
// ones.
#include <cstdlib>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/build.h"
#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

template <class Action>
bool succeeds(Action action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    demand(error.diagnostic().family != Family::Internal);
    return false;
  }
}

HostFiles someFiles(const Program& program) {
  HostFiles files;
  for (const auto* list : {&program.host, &program.checks}) {
    for (const auto& stmt : *list) {
      if (const auto* load = std::get_if<HostLoad>(&stmt.kind)) files[load->file] = {Type::Int, {0, 2, 3, 5, 7}};
    }
  }
  return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Program program;
  const auto source = makeSource("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  if (!succeeds([&] { program = parse(source); })) return 0;
  const auto text = print(program);
  demand(succeeds([&] { demand(equal(parse(makeSource("printed", text)), program)); }));
  demand(succeeds([&] { verify(program, capstan::publishedLimits); }));
  InterpreterOptions options;
  options.maxSteps = 20000;
  options.maxWords = 1 << 18;
  succeeds([&] { interpret(program, someFiles(program), capstan::publishedLimits, options); });
  return 0;
}
