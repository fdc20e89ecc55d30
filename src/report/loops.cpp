#include "report/loops.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "capstan/mapping/unit_names.h"

namespace stardust::report {

using capstan::Id;

std::optional<std::size_t> LoopTree::of(Id context) const {
  return around[context].empty() ? std::nullopt : std::optional(around[context].back());
}

LoopTree loopsOf(const capstan::Mapping& mapping) {
  LoopTree tree;
  std::map<std::tuple<std::optional<std::size_t>, std::size_t, std::string>, std::size_t> known;
  tree.ofMemory.resize(mapping.memories.size());
  for (const auto& context : mapping.contexts) {
    auto& path = tree.around.emplace_back();
    for (const auto& level : context.levels) {
      const auto& origin = mapping.loops[level.loop];
      const auto parent = path.empty() ? std::nullopt : std::optional(path.back());
      const auto place = origin.where ? origin.where.span.begin : level.loop;
      const auto [found, isNew] = known.try_emplace({parent, place, origin.name}, tree.loops.size());
      if (isNew) tree.loops.push_back({capstan::nameOf(origin), parent, 1, path.size()});
      auto& loop = tree.loops[found->second];
      loop.copies = std::max<std::size_t>(loop.copies, level.copies);
      path.push_back(found->second);
    }
    const auto use = [&](Id memory) {
      if (const auto level = mapping.memories[memory].level; level > 0 && level <= path.size())
        tree.ofMemory[memory] = path[level - 1];
    };
    if (context.memory != capstan::none) use(context.memory);
    for (const auto& write : context.writes) use(write.memory);
  }
  return tree;
}

}  // namespace stardust::report
