// if (at < crd_length) { prefetch_row(array + begin, bytes); … }
#include "loops/idioms/prefetch.h"

#include <fmt/format.h>

#include "backend/cpu/c_tile.h"
#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {
namespace {

// In a tile, the row of the tile's first iteration has one element for each iteration.
std::vector<std::string> prefetchStatement(const CallInC& call) {
  const auto p = call.as<loops::Prefetch>();
  const Tile* tile = call.tile();
  if (!tile && loops::constant(p.size) == 1) return {};  // tail of a tiled loop: too little data to prefetch
  call.needs("prefetch_row");
  const std::string array = call.array(p.array),
                    size = tile && tile->isPlace(p.begins.front()) ? tile->size() : call.expr(p.size);
  std::vector<std::string> lines = {fmt::format("if ({} < {}_length) {{", call.expr(p.at), call.array(p.crd))};
  for (const loops::Expr& begin : p.begins)
    lines.push_back(
        fmt::format("  prefetch_row({0} + {1}, ({2}) * (int64_t)sizeof *{0});", array, call.expr(begin), size));
  lines.push_back("}");
  return lines;
}

}  // namespace

const IdiomInC& prefetchInC() {
  static const IdiomInC row = {loops::Prefetch::idiom(), nullptr, nullptr, prefetchStatement};
  return row;
}

}  // namespace stardust::cpu
