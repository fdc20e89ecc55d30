#include "levels/registry.h"

#include <fmt/format.h>

#include "loops/lower/conditions.h"
#include "loops/lower/levels/level_lowering.h"
#include "notation/stored_levels.h"
#include "support/diagnostic.h"

namespace stardust::loops {

const LevelLowering& denseLowering();
const LevelLowering& compressedLowering();
const LevelLowering& compressedNonUniqueLowering();
const LevelLowering& singletonLowering();
const LevelLowering& bitVectorLowering();
const LevelLowering& runLengthLowering();
const LevelLowering& rangeLowering();
const LevelLowering& hashedLowering();
const LevelLowering& fixedLengthLowering();
const LevelLowering& lowerTriangleLowering();
const LevelLowering& upperTriangleLowering();
const LevelLowering& diagonalsLowering();
const LevelLowering& symmetricLowering();
const LevelLowering& blockedLowering();

const LevelLowering& loweringOf(LevelFormat format) {
  static const LevelLowering* const rows[] = {
      &denseLowering(),         &compressedLowering(),    &compressedNonUniqueLowering(),
      &singletonLowering(),     &bitVectorLowering(),     &runLengthLowering(),
      &rangeLowering(),         &hashedLowering(),        &fixedLengthLowering(),
      &lowerTriangleLowering(), &upperTriangleLowering(), &diagonalsLowering(),
      &symmetricLowering(),     &blockedLowering()};
  for (const LevelLowering* row : rows)
    if (row->format == format) return *row;
  failInternal(fmt::format("loops lack the level format {}", letter(format)));
}

const notation::IndexVar& OperandLevel::var() const { return notation::varOfLevel(access, level); }

std::string OperandLevel::prefix() const { return fmt::format("{}{}", access.tensor.name, level + 1); }

bool OperandLevel::repeats() const {
  const Format& format = access.tensor.format;
  return level + 1 < format.order() && levels::of(format.level(level + 1)).isBranchless;
}

Expr ifPresent(const Expr& present, Expr value) { return chosen(present, std::move(value), index(0)); }

}  // namespace stardust::loops
