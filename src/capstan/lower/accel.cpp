#include "capstan/lower/accel.h"

#include "capstan/lower/statements.h"
#include "notation/stored_levels.h"

namespace stardust::spatial {
namespace {

// The result has the positions and coordinates of one operand: it uses the operand's arrays, so that nothing is
// computed or moved.
void shareStructure(const AccessPlan& result, Host& host) {
  const auto& tensor = result.access.tensor;
  for (const int level : notation::storedLevels(tensor.format))
    for (const auto part : {placement::Part::Pos, placement::Part::Crd})
      host.share(tensor, part, level, result.structureOf->tensor);
}

}  // namespace

Accel lowerAccel(const placement::Plan& plan, Host& host, Names& names) {
  Context context(plan, host, names);
  context.frames.open("");
  LoweringParts answers(context);
  switch (plan.result().assembly) {
    case placement::Assembly::Counted: answers.counting.run(plan.stmt); break;
    case placement::Assembly::Reserved: answers.reserving.begin(); break;
    case placement::Assembly::Shared: shareStructure(plan.result(), host); break;
    case placement::Assembly::None: break;
  }
  Statements(context, answers).statement(plan.stmt);
  return {context.frames.close().body, answers.domains.serialLoops()};
}

}  // namespace stardust::spatial
