#include "capstan/plan/facts.h"

#include <algorithm>

#include "levels/registry.h"

namespace stardust::placement {
namespace {

LevelFacts measured(const Level& level, std::int64_t parents) {
  if (levels::of(level.format).hasLocate)
    return {parents != 0 && level.dim > huge / parents ? huge : parents * level.dim, level.dim, level.dim};
  if (levels::of(level.format).isBranchless) return {parents, parents > 0 ? 1 : 0, 1};
  LevelFacts facts{level.pos.empty() ? 0 : level.pos.back(), level.dim, 0};
  for (std::size_t p = 1; p < level.pos.size(); ++p) {
    facts.minFiber = std::min(facts.minFiber, level.pos[p] - level.pos[p - 1]);
    facts.maxFiber = std::max(facts.maxFiber, level.pos[p] - level.pos[p - 1]);
  }
  if (level.pos.size() < 2) facts.minFiber = 0;
  return facts;
}

}  // namespace

TensorFacts factsOf(const Storage& storage) {
  TensorFacts facts;
  std::int64_t parents = 1;
  for (const Level& level : storage.levels) {
    facts.push_back(measured(level, parents));
    parents = facts.back().positions;
  }
  return facts;
}

TensorFacts factsOf(const notation::TensorVar& tensor) {
  TensorFacts facts;
  std::int64_t parents = 1;
  for (int level = 0; level < tensor.order(); ++level) {
    const std::int64_t dim = tensor.dims.at(static_cast<std::size_t>(tensor.format.mode(level)));
    const bool isDense = levels::of(tensor.format.level(level)).hasLocate;
    parents = dim == 0 ? 0 : parents > huge / dim ? huge : parents * dim;
    facts.push_back({parents, isDense ? dim : 0, dim});
  }
  return facts;
}

}  // namespace stardust::placement
