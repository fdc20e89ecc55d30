#include "capstan/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "capstan/machine/limits.h"
#include "capstan/plan/access_plan.h"
#include "capstan/plan/loops.h"
#include "capstan/plan/result_plan.h"
#include "capstan/plan/rows.h"
#include "capstan/plan/staging.h"
#include "capstan/plan/unique_vars.h"
#include "capstan/plan/workspaces.h"
#include "capstan/rules/table.h"
#include "levels/registry.h"
#include "support/plural.h"

namespace stardust::placement {
namespace {

using notation::Access;

// The value of an environment variable, or `otherwise`.
int environment(const cin::Stmt& stmt, const std::string& var, int otherwise) {
  return cin::setting(stmt, var).value_or(otherwise);
}

int checkedLanes(const std::string& what, int par, const Limits& limits) {
  if (par < 1 || par > limits.lanes)
    failUser(fmt::format("{} is {}, but a vector has {}", what, par, counted(limits.lanes, "lane")), {},
             "the innermost loop is vectorised over the lanes of one compute unit",
             fmt::format("1 to {}", limits.lanes));
  return par;
}

// Why the iterations of an outermost loop cannot run in several bodies in parallel; empty if they can.
std::string whyNotCopied(const LoopTree& tree, const Loop& loop, Assembly assembly) {
  if (loop.leaf) return "the only loop is the vectorised one, which innerPar parallelises";
  if (loop.iteration.kind == iteration::Iteration::Kind::Scan)
    return "a scanner gives one coordinate at a time to a body with loops";
  for (const cin::Use& use : tree.uses) {
    if (!use.isWritten || use.access.tensor.workspace) continue;
    const int tail = notation::denseTail(use.access.tensor.format);
    int first = 0;
    if (assembly == Assembly::Shared)
      first = tail < use.access.tensor.order() ? tail : tail - 1;  // only its values move; blocks by address
    for (int level = first; level < tail; ++level)
      if (!levels::of(use.access.tensor.format.level(level)).hasLocate &&
          tree.isOver(loop.var, varOfLevel(use.access, level)))
        return fmt::format("{} stores the coordinates of {} in one stream", notation::print(use.access), loop.var);
  }
  return {};
}

// Marks the loops that can be copied; `why` is the reason against the others.
bool markCopied(LoopTree& tree, Assembly assembly, std::string& why) {
  bool any = false;
  why = "there is no loop";
  for (auto& [var, loop] : tree.loops) {
    if (loop.depth != 1) continue;
    const std::string reason = whyNotCopied(tree, loop, assembly);
    loop.copied = reason.empty();
    any = any || loop.copied;
    if (!reason.empty()) why = reason;
  }
  return any;
}

// The reason against a parallelization; none if it can be planned.
using Refusal = std::optional<Diagnostic>;

Refusal refused(Family family, std::string what, std::string why, std::string remedy) {
  return Diagnostic{family, std::move(what), {}, std::move(why), std::move(remedy)};
}

int requireOuterPar(int outerPar) {
  if (outerPar < 1)
    failUser(fmt::format("outerPar is {}", outerPar), {}, "it is the number of copies of the loop body", "1 or more");
  return outerPar;
}

// Also marks the copied loops.
Refusal refusedCopies(int outerPar, LoopTree& tree, Assembly assembly, const Limits& limits) {
  std::string why;
  const bool any = markCopied(tree, assembly, why);
  if (outerPar == 1) return {};
  if (outerPar > limits.pmus)
    return refused(
        Family::User,
        fmt::format("outerPar is {}, more than the {} of the machine", outerPar, counted(limits.pmus, "memory unit")),
        {}, fmt::format("1 to {}", limits.maxOuterParShared));
  if (!any)
    return refused(Family::User, fmt::format("outerPar is {}, but there is no outer loop to copy", outerPar), why,
                   "environment(outerPar, 1)");
  return {};
}

// All bodies share a workspace in DRAM.
Refusal refusedWorkspace(const AccessPlan& plan, int outerPar) {
  if (!plan.access.tensor.workspace || plan.values != MemoryType::SparseDram || outerPar == 1 || plan.site.empty())
    return {};
  return refused(
      Family::Unsupported,
      fmt::format("the workspace {} has {}, more than a memory unit holds, and each of {} needs its own",
                  notation::print(plan.access), counted(plan.words, "word"), counted(outerPar, "body", "bodies")),
      {}, "environment(outerPar, 1)");
}

Refusal refusedSharing(const AccessPlan& access, int outerPar, const Limits& limits) {
  const bool reads = access.values == MemoryType::SparseParSram && access.sharedBy > limits.maxOuterParShared;
  const bool counts = access.assembly == Assembly::Reserved ||
                      std::any_of(access.levels.begin(), access.levels.end(),
                                  [](const LevelPlan& level) { return level.pos == MemoryType::SparseParSram; });
  const bool isRead = std::any_of(access.levels.begin(), access.levels.end(), [](const LevelPlan& level) {
    return level.crd == MemoryType::SparseParSram || level.pos == MemoryType::SparseParSram;
  });
  const bool isTooMuch = outerPar > limits.maxOuterParShared;
  if (!reads && !(isTooMuch && (counts || (isRead && !access.result)))) return {};
  const std::string name = notation::print(access.access);
  return refused(
      Family::User,
      fmt::format("outerPar is {}, but {} by all bodies, and {} serve at most {}", outerPar,
                  access.result ? "the coordinates of " + name + " are counted" : name + " is read at random",
                  counted(limits.maxOuterParShared, "shuffle network"), limits.maxOuterParShared),
      {}, fmt::format("environment(outerPar, {})", limits.maxOuterParShared));
}

Refusal refusedMemories(const std::vector<AccessPlan>& accesses, int outerPar, const Limits& limits) {
  for (const AccessPlan& access : accesses)
    if (Refusal refusal = refusedWorkspace(access, outerPar)) return refusal;
  for (const AccessPlan& access : accesses)
    if (Refusal refusal = refusedSharing(access, outerPar, limits)) return refusal;
  return {};
}

bool isVectorWorkspace(const Access& access) { return access.tensor.workspace && access.tensor.order() > 0; }

std::vector<AccessPlan> planAccesses(const Context& context, const cin::Stmt& stmt) {
  std::vector<AccessPlan> accesses, workspaces;
  const cin::Use* result = nullptr;
  int writers = 0;
  std::map<std::string, std::vector<cin::Use>> workspaceUses;
  for (const cin::Use& use : context.tree.uses) {
    if (isVectorWorkspace(use.access)) workspaceUses[use.access.tensor.name].push_back(use);
    if (use.access.tensor.workspace) continue;
    if (use.isWritten) {
      ++writers;
      if (!result) result = &use;
    } else if (std::none_of(accesses.begin(), accesses.end(),
                            [&](const AccessPlan& a) { return notation::equal(a.access, use.access); })) {
      accesses.push_back(planOperand(context, use));
    }
  }
  require(result != nullptr, "an assignment writes the result");
  AccessPlan planned = planResult(context, stmt, *result, writers, accesses);
  for (const auto& [name, uses] : workspaceUses) accesses.push_back(planWorkspace(context, stmt, uses));
  accesses.push_back(std::move(planned));
  return accesses;
}

// Derives unmeasured facts from the extents.
Facts completed(Facts facts, const cin::Stmt& stmt) {
  visitAccesses(stmt, [&](const Access& access) {
    const notation::TensorVar& tensor = access.tensor;
    const bool isStored = !tensor.workspace || tensor.isSparseWorkspace();
    if (isStored && static_cast<int>(tensor.dims.size()) == tensor.order() && !facts.count(tensor.name))
      facts.emplace(tensor.name, factsOf(tensor));
  });
  return facts;
}

}  // namespace

std::string toString(MemoryType memory) {
  switch (memory) {
    case MemoryType::Dram: return "DRAM";
    case MemoryType::SparseDram: return "SparseDRAM";
    case MemoryType::Sram: return "SRAM";
    case MemoryType::SparseSram: return "SparseSRAM";
    case MemoryType::SparseParSram: return "SparseParSRAM";
    case MemoryType::Fifo: return "FIFO";
    case MemoryType::BitVector: return "BitVector";
    case MemoryType::Reg: return "Reg";
  }
  return {};
}

bool isRandom(MemoryType memory) {
  return memory == MemoryType::SparseSram || memory == MemoryType::SparseParSram || memory == MemoryType::SparseDram;
}

const AccessPlan& Plan::of(const Access& access) const {
  if (!access.tensor.workspace && result().access.tensor.name == access.tensor.name) return result();
  for (const AccessPlan& plan : accesses)
    if (access.tensor.workspace ? plan.access.tensor.name == access.tensor.name : notation::equal(plan.access, access))
      return plan;
  failInternal("no plan for access " + notation::print(access));
}

namespace {

// A plan, or its valid part if several bodies are refused.
struct Planned {
  Plan plan;
  Refusal refusal;
};

Planned planned(const cin::Stmt& stmt, const Limits& limits, const Facts& facts) {
  Staged staged = resolveCopies(stmt);
  UniqueVars unique = withUniqueVars(staged.stmt);
  staged.stmt = unique.stmt;
  Plan plan;
  plan.copies = std::move(unique.copies);
  plan.facts = completed(facts, staged.stmt);
  LoopTree tree = loopTree(staged.stmt, plan.facts);
  if (const cin::Stmt sparser = withSparseWorkspaces(staged.stmt, tree, plan.facts); !sparser.same(staged.stmt)) {
    staged.stmt = sparser;
    plan.facts = completed(facts, staged.stmt);
    tree = loopTree(staged.stmt, plan.facts);
  }
  plan.stmt = staged.stmt;
  plan.innerPar = checkedLanes("innerPar", environment(stmt, "innerPar", limits.lanes), limits);
  for (auto& [var, loop] : tree.loops)
    if (loop.par) loop.par = checkedLanes("the factor of the loop over " + var, loop.par, limits);
  const int sharedLevels = environment(stmt, "sharedLevels", 0);
  // The decisions for one body determine whether there can be several.
  const Assembly assembly =
      planAccesses({tree, limits, staged.requests, plan.facts, 1, plan.copies, sharedLevels, stmt}, staged.stmt)
          .back()
          .assembly;
  plan.outerPar = requireOuterPar(environment(stmt, "outerPar", 1));
  if (Refusal refusal = refusedCopies(plan.outerPar, tree, assembly, limits)) return {std::move(plan), refusal};
  plan.accesses = planAccesses(
      {tree, limits, staged.requests, plan.facts, plan.outerPar, plan.copies, sharedLevels, stmt}, staged.stmt);
  if (Refusal refusal = refusedMemories(plan.accesses, plan.outerPar, limits)) return {std::move(plan), refusal};
  plan.loops = std::move(tree.loops);
  plan.extents = std::move(tree.extents);
  plan.derived = std::move(tree.derived);
  plan.rows = rowsOf(plan);
  return {std::move(plan), {}};
}

}  // namespace

Plan plan(const cin::Stmt& stmt, const Limits& limits, const Facts& facts) {
  Planned made = planned(stmt, limits, facts);
  if (made.refusal) throw Error(*made.refusal);
  return std::move(made.plan);
}

std::optional<Diagnostic> refusedBodies(const cin::Stmt& stmt, const Limits& limits, const Facts& facts) {
  return planned(stmt, limits, facts).refusal;
}

std::int64_t wholeTiles(std::int64_t coordinates) {
  constexpr auto tile = capstan::bitsPerTile;
  return std::max<std::int64_t>(1, (coordinates + tile - 1) / tile) * tile;
}

bool canCopyOuterLoop(const Plan& plan) {
  return std::any_of(plan.loops.begin(), plan.loops.end(), [](const auto& entry) { return entry.second.copied; });
}

std::optional<double> searchTime(const Plan& plan) {
  const iteration::Strategy strategy = strategyOf(plan.stmt, plan.facts);
  std::optional<double> least;
  for (const auto& [var, loop] : plan.loops)
    for (const iteration::Step& step : loop.iteration.steps)
      if (const auto cost = capstan::chosenSearch(step, strategy)) {
        const double fraction = cost->steps / cost->affordable;
        least = least ? std::min(*least, fraction) : fraction;
      }
  return least;
}

}  // namespace stardust::placement
