// Accesses indexed by storage level, outermost first, instead of by mode.
#pragma once

#include "notation/expr.h"

namespace stardust::notation {

/// The index variable of the mode that a level of the access stores.
inline const IndexVar& varOfLevel(const Access& access, int level) {
  return access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
/// The extent of that level; the dimensions must be known.
inline std::int64_t dimOfLevel(const Access& access, int level) {
  return access.tensor.dims.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
/// The variables of levels [begin, end). The variable of a diagonal access occurs at each of its levels.
std::vector<IndexVar> varsOfLevels(const Access& access, int begin, int end);
/// The variables of all levels.
inline std::vector<IndexVar> varsOfLevels(const Access& access) {
  return varsOfLevels(access, 0, access.tensor.order());
}

/// The first level of the dense suffix; the order if the last level is not dense.
int denseTail(const Format& format);
/// The levels with stored coordinates, outermost first. Positions of the other levels are computed.
std::vector<int> storedLevels(const Format& format);

}  // namespace stardust::notation
