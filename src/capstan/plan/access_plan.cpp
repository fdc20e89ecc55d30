#include "capstan/plan/access_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/plan/streams.h"
#include "capstan/plan/user_names.h"
#include "levels/registry.h"
#include "support/plural.h"

namespace stardust::placement {
namespace {

using iteration::LevelIterator;
using notation::Access;
using notation::IndexVar;

void requireCompressed(const Access& access, int level) {
  if (levels::of(access.tensor.format.level(level)).dram == levels::Dram::Listed) return;
  failUnsupported(fmt::format("level {} of {} ({}) is neither dense nor compressed", level + 1, notation::print(access),
                              toString(access.tensor.format)),
                  {}, "Capstan iterates over dense and compressed levels",
                  fmt::format("store {} as d and s levels, e.g. -f={}:{}", access.tensor.name, access.tensor.name,
                              std::string(static_cast<std::size_t>(access.tensor.order()), 's')));
}

// Plans how a compressed level is located, given the loop in which the levels above it are located.
void locate(const Context& c, const Access& access, const std::string& parentLoop, LevelPlan& plan) {
  const Loop& loop = c.tree.loops.at(c.tree.loopOf(varOfLevel(access, plan.level)));
  const LevelIterator self{access, plan.level};
  const auto& drivers = loop.iteration.drivers;
  const bool drives =
      loop.depth > c.tree.depth(parentLoop) &&
      std::any_of(drivers.begin(), drivers.end(), [&](const LevelIterator& it) { return same(it, self); });
  if (!drives) {
    plan.locate = Locate::Search;
    plan.mayBeAbsent = true;
  } else if (loop.iteration.kind == iteration::Iteration::Kind::Positions) {
    plan.locate = Locate::Position;
    plan.mayBeAbsent = false;
  } else {
    plan.locate = Locate::Rank;
    plan.mayBeAbsent = !implies(loop.iteration.domain, self);
  }
}

// Whether streams begin outside of the body in which the positions of one fiber of `above` would be loaded: they need
// the positions of several fibers.
bool isStreamedAcross(const Context& c, const Access& access, const LevelPlan& above) {
  const auto site = streamLoopOf(c, access);
  return site && c.tree.depth(c.tree.loops.at(above.loop).parent) > c.tree.depth(*site);
}

// The positions p and p + 1 of the level above are read.
void placePositions(const Context& c, const Access& access, const std::vector<LevelPlan>& above, LevelPlan& plan) {
  const TensorFacts& facts = c.facts.at(access.tensor.name);
  const std::int64_t parents = plan.level == 0 ? 1 : facts[static_cast<std::size_t>(plan.level - 1)].positions;
  plan.posWords = parents + 1;
  const bool isGathered = !above.empty() && c.tree.loops.at(above.back().loop).leaf;
  if (const auto kept = keptChoice(c, access, cin::StoredPart::Positions, plan.level, plan.posWords, isGathered)) {
    plan.posKept = true;
    plan.pos = kept->memory;
    plan.posWhy = kept->why + ", at p and p + 1";
    return;
  }
  const std::string use = above.empty() ? plan.loop : above.back().loop;
  if (!above.empty() && above.back().locate == Locate::Position && above.back().maxFiber < c.limits.pmuWords &&
      !isStreamedAcross(c, access, above.back())) {
    plan.posSlice = true;
    plan.pos = MemoryType::Sram;
    plan.posWords = above.back().maxFiber + 1;
    plan.posWhy = "affine access within one fiber, at p and p + 1";
    return;
  }
  const auto isRanked = [](const LevelPlan& l) { return l.locate == Locate::Rank; };
  if (std::any_of(above.begin(), above.end(), isRanked)) {
    plan.pos = MemoryType::SparseDram;
    plan.posWhy = "read once for each coordinate of a scan, at p and p + 1";
    return;
  }
  const bool random = std::any_of(above.begin(), above.end(), [&](const LevelPlan& l) {
    return l.locate != Locate::Dense || isScattered(c, varOfLevel(access, l.level));
  });
  const Choice choice =
      random ? chooseRandom(c, plan.posWords, bodiesSharing(c, "", use)) : chooseAffine(c, plan.posWords);
  plan.pos = choice.memory;
  plan.posWhy = choice.why + ", at p and p + 1";
}

// If some positions are gathered from DRAM, on-chip copies of the levels above them do not pay: each reader would need
// one, loaded before the start.
void gatherTogether(std::vector<LevelPlan>& levels) {
  bool isGathered = false;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    const bool isStored = level->posWords > 0;
    if (isStored && isGathered && level->pos == MemoryType::Sram && !level->posSlice && !level->posKept) {
      level->pos = MemoryType::SparseDram;
      level->posWhy = "read once for each iteration above gathered positions, at p and p + 1";
    }
    isGathered |= isStored && level->pos == MemoryType::SparseDram;
  }
}

// The coordinates of a level that drives a copied outermost loop: each body reads its own, by address.
bool isDealt(const Context& c, const LevelPlan& plan) {
  const Loop& loop = c.tree.loops.at(plan.loop);
  return plan.locate == Locate::Position && loop.depth == 1 && !loop.leaf && c.outerPar > 1;
}

// Whether every pass reads the coordinates from one copy on chip instead of a stream of its own.
bool isShared(const Context& c, const LevelPlan& plan, std::int64_t positions) {
  return plan.level < c.sharedLevels && positions <= c.limits.pmuWords;
}

void placeCoordinates(const Context& c, const Access& access, LevelPlan& plan) {
  const std::int64_t positions = c.facts.at(access.tensor.name)[static_cast<std::size_t>(plan.level)].positions;
  const IndexVar var = varOfLevel(access, plan.level);
  const std::int64_t words = std::max<std::int64_t>(1, positions);
  const bool isGathered = plan.locate == Locate::Search && c.tree.loops.at(plan.loop).leaf;
  if (const auto kept = keptChoice(c, access, cin::StoredPart::Coordinates, plan.level, words, isGathered)) {
    plan.crdWords = words;
    plan.crd = kept->memory;
    plan.crdWhy = kept->why;
  } else if (plan.locate == Locate::Search) {
    const Choice choice = chooseRandom(c, std::max<std::int64_t>(1, positions), bodiesSharing(c, "", plan.loop));
    plan.crd = choice.memory;
    plan.crdWords = std::max<std::int64_t>(1, positions);
    plan.crdWhy = fmt::format("searched for {}: {}", userName(c.copies, var), choice.why);
  } else if (isDealt(c, plan)) {
    const Choice choice = chooseAffine(c, std::max<std::int64_t>(1, positions));
    plan.crd = choice.memory;
    plan.crdWords = std::max<std::int64_t>(1, positions);
    plan.crdWhy = fmt::format("dealt to {}: {}", counted(c.outerPar, "body", "bodies"), choice.why);
  } else if (isShared(c, plan, positions)) {
    plan.crd = MemoryType::Sram;
    plan.crdWords = std::max<std::int64_t>(1, positions);
    plan.crdWhy = "loaded once for all passes (sharedLevels)";
  } else {
    plan.crdWhy = plan.locate == Locate::Rank
                      ? fmt::format("into a bit vector over {}", userName(c.copies, var))
                      : fmt::format("in order, once for each iteration of {}", userName(c.copies, var));
  }
}

// Whether the lanes of the innermost loop read unrelated values: it visits a level otherwise than position by position,
// or some values are absent.
bool isGathered(const Context& c, const AccessPlan& plan) {
  if (!c.tree.loops.at(plan.lastLoop).leaf) return false;
  if (plan.mayBeAbsent()) return true;
  return std::any_of(plan.levels.begin(), plan.levels.end(), [&](const LevelPlan& level) {
    const bool isDense = level.locate == Locate::Dense;
    const bool isScatteredHere = isDense && isScattered(c, varOfLevel(plan.access, level.level));
    return level.loop == plan.lastLoop && (isDense ? isScatteredHere : level.locate != Locate::Position);
  });
}

// Values of an operand that are not streamed: the whole array, addressed by the position of the last level.
void placeWhole(const Context& c, AccessPlan& plan) {
  const bool ranked =
      std::any_of(plan.levels.begin(), plan.levels.end(), [](const LevelPlan& l) { return l.locate == Locate::Rank; });
  plan.words = std::max<std::int64_t>(1, c.facts.at(plan.access.tensor.name).back().positions);
  plan.sharedBy = c.outerPar;
  plan.sliceBegin = 0;
  const auto kept = keptChoice(c, plan.access, cin::StoredPart::Values, 0, plan.words, isGathered(c, plan));
  const Choice choice = kept     ? *kept
                        : ranked ? Choice{MemoryType::SparseDram, "read once for each coordinate of a scan"}
                                 : chooseRandom(c, plan.words, bodiesSharing(c, "", plan.lastLoop));
  plan.values = choice.memory;
  plan.why = choice.why;
}

}  // namespace

std::vector<LevelPlan> planLevels(const Context& c, const Access& access) {
  std::vector<LevelPlan> levels;
  const std::vector<std::string> loops = c.tree.loopsOfLevels(access);
  for (int level = 0; level < access.tensor.order(); ++level) {
    LevelPlan plan;
    plan.level = level;
    plan.loop = loops.at(static_cast<std::size_t>(level));
    if (levels::of(access.tensor.format.level(level)).hasLocate) {
      plan.mayBeAbsent = !levels.empty() && levels.back().mayBeAbsent;
    } else {
      requireCompressed(access, level);
      plan.maxFiber = c.facts.at(access.tensor.name)[static_cast<std::size_t>(level)].maxFiber;
      locate(c, access, levels.empty() ? "" : levels.back().loop, plan);
      placePositions(c, access, levels, plan);
      placeCoordinates(c, access, plan);
    }
    levels.push_back(plan);
  }
  gatherTogether(levels);
  return levels;
}

AccessPlan planOperand(const Context& c, const cin::Use& use) {
  AccessPlan plan;
  plan.access = use.access;
  if (use.access.tensor.order() == 0) {
    plan.values = MemoryType::Reg;
    plan.why = "scalar";
    return plan;
  }
  plan.levels = planLevels(c, use.access);
  plan.lastLoop = c.tree.deepest(use.access.indices);
  for (const StagingRequest& request : c.requests)
    if (notation::equal(request.access, use.access)) plan.stagedAs = request.name;
  const int tail = notation::denseTail(use.access.tensor.format);
  if (tail == 0) {
    planSlice(c, plan, tail);
    return plan;
  }
  const LevelPlan& last = plan.levels.at(static_cast<std::size_t>(tail - 1));
  const bool isKept = cin::keptAs(c.scheduled, use.access.tensor.name, cin::StoredPart::Values, 0) &&
                      c.facts.at(use.access.tensor.name).back().positions > 0;
  if (isKept || last.mayBeAbsent || last.locate != Locate::Position || isDealt(c, last)) {
    placeWhole(c, plan);
  } else if (tail == use.access.tensor.order()) {
    plan.sliceBegin = tail;
    plan.site = c.tree.loops.at(last.loop).parent;
    plan.values = MemoryType::Fifo;
    plan.words = fifoDepth;
    plan.why = fmt::format("in order, once for each iteration of {}", userName(c.copies, last.loop));
  } else {
    planSlice(c, plan, tail);
  }
  planStreams(c, plan);
  return plan;
}

}  // namespace stardust::placement
