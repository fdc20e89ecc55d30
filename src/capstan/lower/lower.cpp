#include "capstan/lower/lower.h"

#include "capstan/lower/accel.h"

namespace stardust::spatial {

Lowered lower(const placement::Plan& plan, const LowerOptions& options) {
  Names names;
  Host host(plan, options, names);
  Lowered lowered;
  lowered.program.name = names.fresh(options.name);
  lowered.program.header = options.header;
  lowered.program.valueType = host.valueType();
  lowered.program.parameters = {{"ip", plan.innerPar}, {"bp", plan.outerPar}};
  Accel accel(plan, host, names);
  lowered.program.accel = accel.lower();
  lowered.serialLoops = accel.serialLoops();
  std::move(host).finish(lowered);
  return lowered;
}

}  // namespace stardust::spatial
