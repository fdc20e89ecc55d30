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
  Accel accel = lowerAccel(plan, host, names);
  lowered.program.accel = std::move(accel.body);
  lowered.serialLoops = std::move(accel.serialLoops);
  HostPart made = std::move(host).finish();
  lowered.program.host = std::move(made.arguments);
  lowered.program.host.insert(lowered.program.host.end(), made.loads.begin(), made.loads.end());
  lowered.program.checks = std::move(made.checks);
  lowered.operands = std::move(made.operands);
  lowered.results = std::move(made.results);
  return lowered;
}

}  // namespace stardust::spatial
