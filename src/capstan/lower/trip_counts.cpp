#include "capstan/lower/trip_counts.h"

#include <fmt/format.h>

#include "capstan/lower/extents.h"
#include "spatial/build.h"

namespace stardust::spatial {
namespace {

// var = base + coefficient * iterator, or var = base + iterator / divisor: the bound of the iterator.
struct Reach {
  Expr base;
  std::int64_t coefficient = 1, divisor = 1;
  std::int64_t furthest = 0;  // the greatest value of the base
};

// The derivation of a guarded variable, down to the variable of the loop.
Reach reachOf(Context& context, Positions& positions, const placement::Loop& loop, const notation::IndexVar& guarded) {
  const placement::Plan& plan = context.plan;
  const auto isInside = [&](const notation::IndexVar& part) {
    const auto made = plan.derived.find(part);
    return part == loop.var || (made != plan.derived.end() && made->second.at == loop.var);
  };
  Reach reach{lit(0)};
  notation::IndexVar at = guarded;
  while (at != loop.var) {
    const cin::Derived& step = plan.derived.at(at);
    const auto* combined = std::get_if<cin::Combined>(&step.definition);
    const auto* quotient = std::get_if<cin::Quotient>(&step.definition);
    if (combined && isInside(combined->inner) != isInside(combined->outer) && reach.divisor == 1) {
      const bool inner = isInside(combined->inner);
      const Expr fixed =
          inner ? positions.coordinate(combined->outer) * lit(combined->stride) : positions.coordinate(combined->inner);
      const std::int64_t most = plan.extents.at(inner ? combined->outer : combined->inner) - 1;
      reach.furthest += reach.coefficient * (inner ? most * combined->stride : most);
      reach.base = reach.base + lit(reach.coefficient) * fixed;
      if (!inner) reach.coefficient *= combined->stride;
      at = inner ? combined->inner : combined->outer;
    } else if (quotient && reach.divisor == 1) {
      reach.divisor = quotient->divisor;
      at = quotient->fused;
    } else {
      failUnsupported(fmt::format("the partial tile of {} in the loop over {}", guarded, loop.var), {},
                      "the loop's iterations inside the extent of " + guarded + " are not consecutive",
                      fmt::format("a factor that divides the extent of {}, or split after fusing", guarded));
    }
  }
  return reach;
}

}  // namespace

Expr tripCount(Context& context, Positions& positions, const placement::Loop& loop) {
  Expr count = extentOf(context.plan, loop.var);
  for (const auto& [name, var] : context.plan.derived) {
    if (!var.guarded || var.at != loop.var) continue;
    const Reach reach = reachOf(context, positions, loop, name);
    // base + coefficient * it < extent, where it / divisor may replace it
    const Expr left = lit(var.extent) - reach.base;
    const Expr inside = reach.coefficient == 1
                            ? left
                            : binary(BinaryOp::Div, left + lit(reach.coefficient - 1), lit(reach.coefficient));
    count = binary(BinaryOp::Min, count, inside * lit(reach.divisor));
    if (reach.furthest > var.extent) count = binary(BinaryOp::Max, count, lit(0));  // a tile beyond the end
  }
  return count;
}

}  // namespace stardust::spatial
