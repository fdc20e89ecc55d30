#include "capstan/plan/result_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "capstan/plan/access_plan.h"
#include "capstan/plan/presence.h"
#include "capstan/plan/user_names.h"
#include "levels/registry.h"
#include "support/plural.h"

namespace stardust::placement {
namespace {

constexpr std::int64_t bitsOfWord = 32;

using iteration::Iteration;
using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

// Whether a loop reduces: it is not over a variable of the result or, if fused, also over another variable.
bool reduces(const Context& c, const Access& result, const std::string& loop) {
  const auto isResult = [&](const IndexVar& var) {
    return std::find(result.indices.begin(), result.indices.end(), var) != result.indices.end();
  };
  if (std::none_of(result.indices.begin(), result.indices.end(),
                   [&](const IndexVar& var) { return c.tree.isOver(loop, var); }))
    return true;
  for (const cin::Use& use : c.tree.uses)
    for (const IndexVar& var : use.access.indices)
      if (!isResult(var) && c.tree.isOver(loop, var)) return true;
  return false;
}

// The first reducing loop around the result's loops: its iterations accumulate into the same coordinates.
std::string reductionAround(const Context& c, const Access& result, const std::string& lastLoop) {
  std::string outermost;
  for (std::string at = lastLoop; !at.empty(); at = c.tree.loops.at(at).parent)
    if (reduces(c, result, at)) outermost = at;
  return outermost;
}

// The operand whose level drives the loop of this result level, with the same levels above it.
const AccessPlan* structureFor(const Context& c, const Access& result, int level,
                               const std::vector<AccessPlan>& operands) {
  const Loop& loop = c.tree.loops.at(c.tree.loopOf(varOfLevel(result, level)));
  if (loop.iteration.kind != Iteration::Kind::Positions || loop.iteration.drivers.front().level != level)
    return nullptr;
  const Access& driver = loop.iteration.drivers.front().access;
  const AccessPlan* plan = planOf(operands, driver);
  for (int above = 0; above < level; ++above) {
    const bool isDense = levels::of(result.tensor.format.level(above)).hasLocate;
    if (varOfLevel(driver, above) != varOfLevel(result, above) ||
        driver.tensor.format.level(above) != result.tensor.format.level(above) ||
        (isDense &&
         c.tree.loops.at(c.tree.loopOf(varOfLevel(result, above))).sparse()))  // skipped fibers would have to be empty
      return nullptr;
  }
  return plan;
}

// The operand whose structure all levels of the result share, if no coordinate loses its last term.
const AccessPlan* sharedStructure(const Context& c, const cin::Stmt& stmt, const Access& result, int tail,
                                  const std::vector<AccessPlan>& operands) {
  const AccessPlan* owner = nullptr;
  for (int level = 0; level < tail; ++level) {
    if (levels::of(result.tensor.format.level(level)).hasLocate) continue;
    const AccessPlan* plan = structureFor(c, result, level, operands);
    if (!plan || (owner && owner != plan)) return nullptr;
    owner = plan;
  }
  if (!owner) return nullptr;
  // The body below the innermost compressed loop; the loops down to it are the operand's own.
  const cin::Stmt body = bodyOf(stmt, c.tree.loopOf(varOfLevel(result, tail - 1)));
  const bool noEmptyFibers = [&] {
    bool below = false;
    for (int level = 0; level < result.tensor.order(); ++level) {
      const auto& facts = c.facts.at(owner->access.tensor.name);
      if (below && level < tail && facts.at(static_cast<std::size_t>(level)).minFiber == 0) return false;
      if (below && level >= tail && dimOfLevel(result, level) == 0) return false;
      below = below || !levels::of(result.tensor.format.level(level)).hasLocate;
    }
    return true;
  }();
  return body && noEmptyFibers && alwaysPresent(c.tree.loops, body, operands, c.facts) ? owner : nullptr;
}

// An upper bound of the total iterations of the loop over `var`.
std::int64_t iterations(const Context& c, const std::string& var) {
  if (var.empty()) return 1;
  const Loop& loop = c.tree.loops.at(var);
  const std::int64_t outer = iterations(c, loop.parent);
  const std::function<std::int64_t(const iteration::Set&)> fiber = [&](const iteration::Set& set) -> std::int64_t {
    return match(
        set->kind, [&](const iteration::Universe&) { return loop.dim; },
        [&](const iteration::LevelIterator& it) {
          return c.facts.at(it.access.tensor.name).at(static_cast<std::size_t>(it.level)).maxFiber;
        },
        [&](const iteration::Combination& both) {
          const std::int64_t left = fiber(both.left), right = fiber(both.right);
          return both.op == iteration::Combination::Op::Union ? std::min(loop.dim, left + right)
                                                              : std::min(left, right);
        });
  };
  const std::int64_t each = fiber(loop.iteration.domain);
  return each != 0 && outer > huge / each ? huge : outer * each;
}

// By level, an upper bound of the result's positions: the product of extents, and the iterations that may find an
// entry.
std::vector<std::int64_t> boundsOf(const Context& c, const Access& result) {
  std::vector<std::int64_t> bounds;
  const std::int64_t words = std::numeric_limits<std::int32_t>::max() - 1;
  std::int64_t space = 1;
  for (int level = 0; level < result.tensor.order(); ++level) {
    const std::int64_t dim = dimOfLevel(result, level);
    space = dim != 0 && space > words / dim ? words : space * dim;
    const bool isDense = levels::of(result.tensor.format.level(level)).hasLocate;
    const std::int64_t above = bounds.empty() ? 1 : bounds.back();
    const std::int64_t visited = iterations(c, c.tree.deepest(varsOfLevels(result, 0, level + 1)));
    bounds.push_back(isDense ? (dim != 0 && above > words / dim ? words : above * dim)
                             : std::min({space, visited, words}));
  }
  return bounds;
}

void requireOrdered(const Context& c, const Access& result) {
  std::string above;
  for (int level = 0; level < result.tensor.order(); ++level) {
    const IndexVar var = varOfLevel(result, level);
    const std::string& loop = c.tree.loopOf(var);
    if (c.tree.derived.count(var) && !levels::of(result.tensor.format.level(level)).hasLocate)
      failUnsupported(fmt::format("{} is compressed in {}, which has no loop of its own", notation::print(result), var),
                      {}, "the coordinates of a fiber are counted by one loop",
                      "compute into a dense workspace, and split only the loops that fill it");
    if (c.tree.depth(loop) <= c.tree.depth(above))
      failUnsupported(
          fmt::format("{} is compressed, but the loop over {} is outside the loop over {}", notation::print(result),
                      loop, above),
          {}, "the coordinates of a compressed level are stored in order, fiber by fiber",
          fmt::format("reorder the loops as {} stores its levels, or compute into a workspace", result.tensor.name));
    above = loop;
  }
}

// Whether the loop scans coordinates, and each of its fibers can be kept on chip to be counted and then scanned again.
bool scansFibers(const Context& c, const Loop& loop) {
  const auto& drivers = loop.iteration.drivers;
  return loop.iteration.kind == Iteration::Kind::Scan &&
         wholeTiles(loop.dim) / bitsOfWord * c.limits.lanes <= c.limits.pmuWords &&
         std::all_of(drivers.begin(), drivers.end(), [](const iteration::LevelIterator& it) {
           return levels::of(it.access.tensor.format.level(it.level)).dram == levels::Dram::Listed;
         });
}

// Whether the nest consists of the result's own loops, with dense loops around compressed ones. Every coordinate that a
// compressed loop visits is stored, so that its own scan counts it; the innermost loop may visit others.
bool canReserve(const Context& c, const cin::Stmt& stmt, const Access& result, int tail,
                const std::vector<AccessPlan>& operands) {
  const int order = result.tensor.order();
  if (tail < order || c.tree.loops.size() != static_cast<std::size_t>(order) || !c.tree.workspaceSites.empty())
    return false;
  bool isCompressed = false;
  for (int level = 0; level < order; ++level) {
    const Loop& loop = c.tree.loops.at(c.tree.loopOf(varOfLevel(result, level)));
    const bool isDense = levels::of(result.tensor.format.level(level)).hasLocate;
    if (isDense ? isCompressed || loop.sparse() : !scansFibers(c, loop)) return false;
    isCompressed = !isDense;
    if (isCompressed && level + 1 < order && !alwaysPresent(c.tree.loops, bodyOf(stmt, loop.var), operands, c.facts))
      return false;
  }
  return operatorOf(stmt, result.tensor.name) == AssignOp::Set;
}

void planCompressed(const Context& c, const cin::Stmt& stmt, AccessPlan& plan, int tail,
                    const std::vector<AccessPlan>& operands) {
  const Access& result = plan.access;
  for (int level = 0; level < tail; ++level)
    if (levels::of(result.tensor.format.level(level)).dram == levels::Dram::None)
      failUnsupported(fmt::format("level {} of {} ({}) is neither dense nor compressed", level + 1,
                                  notation::print(result), toString(result.tensor.format)),
                      {}, "only dense and compressed levels are assembled on Capstan",
                      fmt::format("store the result as d and s levels, e.g. -f={}:ds", result.tensor.name));
  if (const AccessPlan* owner = sharedStructure(c, stmt, result, tail, operands)) {
    plan.assembly = Assembly::Shared;
    plan.structureOf = owner->access;
    plan.levels = owner->levels;
    plan.levels.resize(static_cast<std::size_t>(tail));
    for (int level = tail; level < result.tensor.order(); ++level) {
      LevelPlan block;
      block.level = level;
      block.loop = c.tree.loopOf(varOfLevel(result, level));
      plan.levels.push_back(block);
    }
    return;
  }
  requireOrdered(c, result);
  plan.assembly = canReserve(c, stmt, result, tail, operands) ? Assembly::Reserved : Assembly::Counted;
  plan.bounds = boundsOf(c, result);
  for (int level = 0; level < result.tensor.order(); ++level) {
    LevelPlan planned;
    planned.level = level;
    planned.loop = c.tree.loopOf(varOfLevel(result, level));
    if (level < tail && levels::of(result.tensor.format.level(level)).dram == levels::Dram::Listed) {
      planned.posWords = (level == 0 ? 1 : plan.bounds[static_cast<std::size_t>(level - 1)]) + 1;
      const bool isReserved = plan.assembly == Assembly::Reserved;
      const Choice choice = chooseRandom(c, planned.posWords, c.outerPar);
      planned.pos = isReserved ? MemoryType::SparseDram : choice.memory;
      planned.posWhy =
          isReserved ? "written once, when a fiber has taken its positions" : "counted, then summed: " + choice.why;
    }
    plan.levels.push_back(planned);
  }
}

// A dense result whose loops visit only some coordinates is initialized to zero.
bool visitsAll(const Context& c, const Access& result) {
  return std::none_of(result.indices.begin(), result.indices.end(),
                      [&](const IndexVar& var) { return c.tree.loops.at(c.tree.loopOf(var)).sparse(); });
}

}  // namespace

AccessPlan planResult(const Context& c, const cin::Stmt& stmt, const cin::Use& use, int writers,
                      const std::vector<AccessPlan>& operands) {
  AccessPlan plan;
  plan.access = use.access;
  plan.result = true;
  if (use.access.tensor.order() == 0) {
    plan.values = MemoryType::Reg;
    plan.why = "scalar result";
    return plan;
  }
  plan.lastLoop = c.tree.deepest(use.access.indices);
  const int tail = notation::denseTail(use.access.tensor.format);
  // Several assignments combine in one memory, around all of their loops.
  const std::string reduction =
      writers > 1 ? c.tree.root(plan.lastLoop) : reductionAround(c, use.access, plan.lastLoop);
  plan.initial = operatorOf(stmt, use.access.tensor.name);
  if (!reduction.empty()) plan.reduction = use.op;
  if (tail > 0) {
    if (!reduction.empty())
      failUnsupported(fmt::format("the loop over {} accumulates into {}, which is compressed", reduction,
                                  notation::print(use.access)),
                      {}, "coordinates would be found out of order",
                      "compute into a dense workspace inside that loop, then copy it");
    planCompressed(c, stmt, plan, tail, operands);
  }
  plan.initialized = tail == 0 && (!reduction.empty() || !visitsAll(c, use.access));
  if (tail == use.access.tensor.order() || plan.computesStructure()) {
    plan.sliceBegin = use.access.tensor.order();
    plan.site = c.tree.loops.at(plan.lastLoop).parent;
    plan.values = MemoryType::Fifo;
    plan.words = fifoDepth;
    plan.why = fmt::format("in order, once for each iteration of {}", userName(c.copies, plan.lastLoop));
  } else {
    planSlice(c, plan, tail, reduction);
  }
  return plan;
}

}  // namespace stardust::placement
