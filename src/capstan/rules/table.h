// The rewrite table of the paper (figure "rewrite-rules") as data: which parallel pattern of Capstan iterates over a
// contraction set.
#pragma once

#include <cstdint>

#include "iteration/rewrite.h"

namespace stardust::capstan {

/// The rules, in their order. Every set has an iteration.
const iteration::Table& rewriteTable();

/// What a rule that walks one side of an intersection and searches in the other costs, against a scan of both; for one
/// average fiber.
struct SearchCost {
  iteration::LevelIterator walked;
  double stored = 0;      ///< coordinates that are walked
  double density = 0;     ///< their share of those that there are
  double steps = 0;       ///< of the binary searches in every level of the other side
  double affordable = 0;  ///< steps that take as long as the scan
  std::int64_t dim = 0;
};
SearchCost searchCost(const iteration::Rule& rule, const iteration::Combination& sides,
                      const iteration::Strategy& strategy);

}  // namespace stardust::capstan
