#include "capstan/lower/extents.h"

#include <fmt/format.h>

#include <limits>

#include "notation/stored_levels.h"
#include "spatial/build.h"
#include "support/plural.h"

namespace stardust::spatial {

Expr extentOf(const placement::Plan& plan, const notation::IndexVar& var) { return lit(plan.extents.at(var)); }

Expr extentOfLevel(const placement::Plan& plan, const notation::Access& access, int level) {
  return extentOf(plan, notation::varOfLevel(access, level));
}

Expr extentOfLevels(const placement::Plan& plan, const notation::Access& access, int begin, int end) {
  Expr product = lit(1);
  for (int level = begin; level < end; ++level) product = product * extentOfLevel(plan, access, level);
  return product;
}

Expr bitsOf(const placement::Plan& plan, const notation::IndexVar& var) {
  const std::int64_t extent = plan.extents.at(var), bits = placement::wholeTiles(extent);
  if (bits > std::numeric_limits<std::int32_t>::max())
    failUnsupported(fmt::format("the loop over {} scans the bits of {}", var, counted(extent, "coordinate")), {},
                    "a scan counts them in 32 bits, in tiles of 512",
                    "an intersection is searched with environment(scanDensity, 100)");
  return lit(bits);
}

Expr innerPar() { return name("ip"); }

Expr lanesOf(const placement::Plan& plan, const Expr& iterations) {
  const auto* count = std::get_if<Literal>(&iterations->kind);
  return count && count->value > 0 && count->value < plan.innerPar ? iterations : innerPar();
}

}  // namespace stardust::spatial
