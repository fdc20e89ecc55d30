// Index variables that splits and fusions make of loop variables, and loops over partial tiles.
#include <fmt/format.h>

#include "capstan/lower/accel.h"
#include "spatial/build.h"

namespace stardust::spatial {

Expr Accel::derived(const cin::Derived& var) {
  const Expr made = match(
      var.definition, [&](const cin::Combined& c) { return coordinate(c.outer) * lit(c.stride) + coordinate(c.inner); },
      [&](const cin::Quotient& q) { return binary(BinaryOp::Div, coordinate(q.fused), lit(q.divisor)); },
      [&](const cin::Remainder& r) { return binary(BinaryOp::Mod, coordinate(r.fused), lit(r.divisor)); },
      [](const cin::Stored&) -> Expr { failInternal("the accelerator has no loops over positions"); });
  return bind(frames_.of(var.at), "coordinate " + var.var, var.var, made,
              fmt::format("{}: coordinate of {}", loopOver(var.at), written(var.var)));
}

namespace {

// var = base + coefficient * iterator, or var = base + iterator / divisor: how far the iterator may go.
struct Reach {
  Expr base;
  std::int64_t coefficient = 1, divisor = 1;
};

}  // namespace

// The iterations of a dense loop; fewer where a split leaves a partial tile.
Expr Accel::tripCount(const placement::Loop& loop) {
  Expr count = host_.extent(loop);
  for (const auto& [name, var] : plan_.derived) {
    if (!var.guarded || var.at != loop.var) continue;
    Reach reach{lit(0)};
    std::int64_t furthest = 0;  // the largest value of the base
    notation::IndexVar at = name;
    while (at != loop.var) {
      const cin::Derived& step = plan_.derived.at(at);
      const auto isInside = [&](const notation::IndexVar& part) {
        const auto made = plan_.derived.find(part);
        return part == loop.var || (made != plan_.derived.end() && made->second.at == loop.var);
      };
      const auto* combined = std::get_if<cin::Combined>(&step.definition);
      const auto* quotient = std::get_if<cin::Quotient>(&step.definition);
      if (combined && isInside(combined->inner) != isInside(combined->outer) && reach.divisor == 1) {
        const bool inner = isInside(combined->inner);
        const Expr fixed = inner ? coordinate(combined->outer) * lit(combined->stride) : coordinate(combined->inner);
        const std::int64_t most = plan_.extents.at(inner ? combined->outer : combined->inner) - 1;
        furthest += reach.coefficient * (inner ? most * combined->stride : most);
        reach.base = reach.base + lit(reach.coefficient) * fixed;
        if (!inner) reach.coefficient *= combined->stride;
        at = inner ? combined->inner : combined->outer;
      } else if (quotient && reach.divisor == 1) {
        reach.divisor = quotient->divisor;
        at = quotient->fused;
      } else {
        failUnsupported(fmt::format("the partial tile of {} in the loop over {}", name, loop.var), {},
                        "the loop's iterations inside the extent of " + name + " are not consecutive",
                        fmt::format("a factor that divides the extent of {}, or split after fusing", name));
      }
    }
    // base + coefficient * it < extent, and with it / divisor in the place of it
    const Expr left = lit(var.extent) - reach.base;
    const Expr inside = reach.coefficient == 1
                            ? left
                            : binary(BinaryOp::Div, left + lit(reach.coefficient - 1), lit(reach.coefficient));
    count = binary(BinaryOp::Min, count, inside * lit(reach.divisor));
    if (furthest > var.extent) count = binary(BinaryOp::Max, count, lit(0));  // a tile beyond the end
  }
  return count;
}

}  // namespace stardust::spatial
