// The rewrite table of the paper (figure "rewrite-rules") as data: the parallel pattern of Capstan that iterates over
// each contraction set.
#pragma once

#include <cstdint>
#include <optional>

#include "iteration/rewrite.h"

namespace stardust::capstan {

/// The rules, in order. Every set has an iteration.
const iteration::Table& rewriteTable();

/// The cost of iterating over one side of an intersection and searching in the other, against a scan of both; for one
/// average fiber.
struct SearchCost {
  iteration::LevelIterator walked;
  double stored = 0;      ///< coordinates of the iterated side
  double density = 0;     ///< their fraction of all coordinates
  double steps = 0;       ///< of the binary searches in every level of the other side
  double affordable = 0;  ///< steps that take as long as the scan
  std::int64_t dim = 0;
};
SearchCost searchCost(const iteration::Rule& rule, const iteration::Combination& sides,
                      const iteration::Strategy& strategy);
/// The cost of the search that a step chose; none if it chose none.
std::optional<SearchCost> chosenSearch(const iteration::Step& step, const iteration::Strategy& strategy);

}  // namespace stardust::capstan
