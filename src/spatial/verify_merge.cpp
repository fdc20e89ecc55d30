// Merges of ascending sequences.
#include <fmt/format.h>

#include <set>

#include "spatial/syntax.h"
#include "spatial/verifier.h"
#include "support/plural.h"

namespace stardust::spatial {
void Verifier::merge(const Merge& n, const Location& where) {
  vector("a merge", n.par, where);
  if (const auto sorts = type(n.sorts); sorts && *sorts != Type::Bit) {
    report("merge-type",
           fmt::format("whether merge sorts is \"{}\", which has type {}", print(n.sorts), syntax::typeName(*sorts)),
           where, "write true or false, or compare: i === 0");
  }
  auto* merged = fifo(n.merged, where);
  if (merged) writeFifo(*merged, where);
  if (n.ways.empty() || static_cast<std::int64_t>(n.ways.size()) > limits_.mergeWays)
    report("merge-ways", fmt::format("a merge of {}", counted(n.ways.size(), "way")), where);
  std::set<std::string> names;
  for (const auto& way : n.ways) {
    isInt(way.length, "the length of a way", where);
    if (!names.insert(way.fifo).second)
      report("merge-ways", fmt::format("two ways of merge come from {}", way.fifo), where);
    auto* source = fifo(way.fifo, where);
    if (!source) continue;
    ++source->reads;
    accessFifo(*source, where);
    if (merged && source->type != merged->type) {
      report("merge-type",
             fmt::format("merge takes {} from {} and gives {} to {}", syntax::typeName(*source->type), way.fifo,
                         syntax::typeName(*merged->type), n.merged),
             where);
    }
  }
}

}  // namespace stardust::spatial
