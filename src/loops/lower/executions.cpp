#include "loops/lower/executions.h"

#include <fmt/format.h>

#include "support/diagnostic.h"

namespace stardust::loops {

using notation::IndexVar;

int unrolledAsScheduled(const cin::Forall& loop, const IndexVar& scheduled, const std::string& var,
                        const StatementFacts& facts, Executions& found) {
  int unroll = 0;
  for (const cin::Relation& relation : facts.executions) {
    const auto* unrolled = std::get_if<cin::Unroll>(&relation);
    const auto* parallel = std::get_if<cin::Parallelize>(&relation);
    if (unrolled && unrolled->var == scheduled) unroll = static_cast<int>(unrolled->factor);
    if (parallel && parallel->var == scheduled && parallel->unit == cin::ParallelUnit::CpuVector)
      found.vectors[var] = {scheduled, storesDisjointElements(loop, facts)};
  }
  return unroll;
}

void requireAsScheduled(const StatementFacts& facts, const Executions& found) {
  for (const cin::Relation& relation : facts.executions) {
    const auto* unrolled = std::get_if<cin::Unroll>(&relation);
    const auto* parallel = std::get_if<cin::Parallelize>(&relation);
    const IndexVar& var = unrolled ? unrolled->var : parallel->var;
    if (found.merged.count(var))
      failUnsupported(cin::print(relation), {},
                      fmt::format("the loop over {} merges several operands, so its trip count is unknown", var),
                      "apply it to a loop that follows one operand, or visits all coordinates");
    if (parallel && parallel->unit == cin::ParallelUnit::CpuThread && !found.shared.count(var))
      failUnsupported(
          cin::print(relation), {},
          fmt::format("the iterations of the loop over {} share a workspace, or append an unbounded number of entries",
                      var),
          fmt::format("leave it out, or store {} densely", facts.result.tensor.name));
  }
}

}  // namespace stardust::loops
