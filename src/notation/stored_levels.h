// An access by the levels of its tensor's format, outermost first, instead of by modes.
#pragma once

#include "notation/expr.h"

namespace stardust::notation {

/// The index variable whose coordinates a level of the access stores.
inline const IndexVar& varOfLevel(const Access& access, int level) {
  return access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
/// The extent of that level; the dimensions are known.
inline std::int64_t dimOfLevel(const Access& access, int level) {
  return access.tensor.dims.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}
/// The variables of levels [begin, end). One of a diagonal stands at each of its levels.
std::vector<IndexVar> varsOfLevels(const Access& access, int begin, int end);
/// Those of all levels.
inline std::vector<IndexVar> varsOfLevels(const Access& access) {
  return varsOfLevels(access, 0, access.tensor.order());
}

/// The first of the levels at the end that are all dense; the order if the last one is not.
int denseTail(const Format& format);
/// The levels that store their coordinates, outermost first; the positions of others are computed.
std::vector<int> storedLevels(const Format& format);

}  // namespace stardust::notation
