#include "capstan/plan/streams.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/plan/user_names.h"

namespace stardust::placement {
namespace {

using notation::Access;
using notation::IndexVar;

[[noreturn]] void failStream(const Context& c, const Access& access, const std::string& why) {
  failUser(fmt::format("stream({}, {}) is not possible", access.tensor.name,
                       cin::streamLoop(c.scheduled, access.tensor.name)),
           {}, why,
           fmt::format("leave out stream({}, {}), or name a loop further inside", access.tensor.name,
                       cin::streamLoop(c.scheduled, access.tensor.name)));
}

// The loops inside `site` that together visit a dense level in order; none: they do not, or not as a whole. `isFirst`:
// the positions above are a single one.
std::optional<std::vector<std::string>> denseLoops(const Context& c, const IndexVar& var, const std::string& site,
                                                   bool isFirst) {
  const auto isInside = [&](const std::string& loop) { return c.tree.depth(loop) > c.tree.depth(site); };
  const auto derived = c.tree.derived.find(var);
  if (derived == c.tree.derived.end())
    return c.tree.loops.at(var).sparse() ? std::nullopt : std::optional(std::vector<std::string>{var});
  const auto* combined = std::get_if<cin::Combined>(&derived->second.definition);
  if (!combined || !c.tree.loops.count(combined->outer) || !c.tree.loops.count(combined->inner)) return std::nullopt;
  if (c.tree.loops.at(combined->outer).sparse() || c.tree.loops.at(combined->inner).sparse()) return std::nullopt;
  if (c.tree.depth(combined->outer) >= c.tree.depth(combined->inner)) return std::nullopt;
  if (isInside(combined->outer)) return std::vector<std::string>{combined->outer, combined->inner};
  if (!isFirst) return std::nullopt;
  return std::vector<std::string>{combined->inner};
}

// The loops between `site` and a level that its levels above need; none: they do not visit all fibers in order.
std::optional<std::vector<std::string>> loopsAbove(const Context& c, const AccessPlan& plan, int level,
                                                   const std::string& site) {
  std::vector<std::string> own;
  for (int above = 0; above < level; ++above) {
    const LevelPlan& at = plan.levels.at(static_cast<std::size_t>(above));
    if (at.mayBeAbsent) return std::nullopt;
    if (c.tree.depth(at.loop) <= c.tree.depth(site)) continue;
    if (at.locate == Locate::Position) {
      own.push_back(at.loop);
    } else if (at.locate == Locate::Dense) {
      const auto loops = denseLoops(c, varOfLevel(plan.access, above), site, own.empty());
      if (!loops) return std::nullopt;
      own.insert(own.end(), loops->begin(), loops->end());
    } else {
      return std::nullopt;
    }
  }
  return own;
}

void requireInOrder(const Context& c, const AccessPlan& plan, int level, const std::string& site) {
  const auto own = loopsAbove(c, plan, level, site);
  std::vector<std::string> between;
  for (std::string at = c.tree.loops.at(plan.levels.at(static_cast<std::size_t>(level)).loop).parent; at != site;
       at = c.tree.loops.at(at).parent)
    between.insert(between.begin(), at);
  if (own && *own == between) return;
  failStream(c, plan.access,
             fmt::format("the loops inside of {} do not visit all fibers of {} in the order in which they are stored",
                         userName(c.copies, site), notation::print(plan.access)));
}

bool isStreamed(const LevelPlan& level) { return level.locate == Locate::Position && level.crd == MemoryType::Fifo; }

}  // namespace

std::optional<std::string> streamLoopOf(const Context& c, const Access& access) {
  const IndexVar wanted = cin::streamLoop(c.scheduled, access.tensor.name);
  if (wanted.empty()) return std::nullopt;
  for (std::string at = c.tree.deepest(access.indices); !at.empty(); at = c.tree.loops.at(at).parent)
    if (userName(c.copies, at) == wanted) return at;
  failStream(c, access, fmt::format("no loop over {} is around {}", wanted, notation::print(access)));
}

void planStreams(const Context& c, AccessPlan& plan) {
  const auto site = streamLoopOf(c, plan.access);
  if (!site) return;
  const auto moves = [&](const std::string& loop) {
    return c.tree.depth(c.tree.loops.at(loop).parent) > c.tree.depth(*site);
  };
  bool any = false;
  for (const LevelPlan& level : plan.levels) {
    const bool isCompressed = level.posWords > 0;
    if (!isCompressed || !isStreamed(level) || !moves(level.loop)) continue;
    requireInOrder(c, plan, level.level, *site);
    any = true;
  }
  if (plan.values == MemoryType::Fifo && moves(plan.levels.back().loop)) {
    requireInOrder(c, plan, plan.levels.back().level, *site);
    plan.site = *site;
    plan.why = fmt::format("in order, once for each iteration of {} (stream)", userName(c.copies, *site));
    any = true;
  }
  if (!any)
    failStream(c, plan.access, fmt::format("no stream of {} begins further inside", notation::print(plan.access)));
  plan.streamLoop = *site;
}

}  // namespace stardust::placement
