#include "placement/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "placement/access_plan.h"
#include "placement/loops.h"
#include "placement/rows.h"
#include "placement/staging.h"
#include "placement/unique_vars.h"

namespace stardust::placement {
namespace {

using notation::Access;

// The value of an environment variable, or `otherwise`.
int environment(const cin::Stmt& stmt, const std::string& var, int otherwise) {
  return cin::setting(stmt, var).value_or(otherwise);
}

int checkedLanes(const std::string& what, int par, const Limits& limits) {
  if (par < 1 || par > limits.lanes)
    failUser(fmt::format("{} is {}, but a vector has {} lanes", what, par, limits.lanes), {},
             "the innermost loop is vectorised over the lanes of one compute unit", fmt::format("1 to {}", limits.lanes));
  return par;
}

int checkedOuterPar(int outerPar, const LoopTree& tree, const Limits& limits) {
  if (outerPar < 1) failUser(fmt::format("outerPar is {}", outerPar), {}, "it is the number of copies of the loop body", "1 or more");
  if (outerPar == 1) return 1;
  if (tree.outermost.empty() || tree.loops.at(tree.outermost).leaf)
    failUser(fmt::format("outerPar is {}, but there is no outer loop to copy", outerPar), {},
             "the only loop is the vectorised one, which innerPar parallelises", "environment(outerPar, 1)");
  if (tree.loops.at(tree.outermost).sparse())
    failUnsupported(fmt::format("outerPar is {}, but the outermost loop, {}, takes its coordinates from one stream", outerPar, tree.outermost),
                    {}, "a FIFO cannot be read by several bodies (each needs its own)", "environment(outerPar, 1)");
  if (outerPar > limits.pmus)
    failUser(fmt::format("outerPar is {}, more than the {} memory units of the machine", outerPar, limits.pmus), {}, {},
             fmt::format("1 to {}", limits.maxOuterParShared));
  return outerPar;
}

// Workspaces that are left after copies were resolved must be scalars: they become registers.
void requireScalarWorkspaces(const LoopTree& tree) {
  for (const Use& use : tree.uses)
    if (use.access.tensor.workspace && use.access.tensor.order() > 0)
      failUnsupported(fmt::format("the workspace {} is computed, not copied; only scalar workspaces are computed on Capstan yet",
                                  notation::print(use.access)),
                      {}, {}, "precompute into a scalar: precompute(e, {}, {}, ws)");
}

void requireSharable(const AccessPlan& access, const Limits& limits) {
  if (access.values == MemoryType::SparseParSram && access.sharedBy > limits.maxOuterParShared)
    failUser(fmt::format("outerPar is {}, but {} is read at random by all bodies, and {} shuffle networks serve at most {}", access.sharedBy,
                         notation::print(access.access), limits.maxOuterParShared, limits.maxOuterParShared),
             {}, {}, fmt::format("environment(outerPar, {})", limits.maxOuterParShared));
}

// A coordinate is needed where it addresses something, or where a result stores it.
void markCoordinates(std::vector<AccessPlan>& accesses) {
  for (AccessPlan& owner : accesses) {
    for (LevelPlan& level : owner.levels) {
      const auto& var = owner.access.indices.at(static_cast<std::size_t>(owner.access.tensor.format.mode(level.level)));
      level.coordinateUsed = std::any_of(accesses.begin(), accesses.end(), [&](const AccessPlan& other) {
        if (other.structureOf && notation::equal(*other.structureOf, owner.access)) return true;
        if (notation::equal(other.access, owner.access)) return false;
        const auto& indices = other.access.indices;
        return std::find(indices.begin(), indices.end(), var) != indices.end();
      });
    }
  }
}

std::vector<AccessPlan> planAccesses(const Context& context) {
  std::vector<AccessPlan> accesses;
  const Use* result = nullptr;
  for (const Use& use : context.tree.uses) {
    if (use.access.tensor.workspace) continue;
    if (use.written) {
      require(result == nullptr, "one assignment writes the result");
      result = &use;
    } else if (std::none_of(accesses.begin(), accesses.end(),
                            [&](const AccessPlan& a) { return notation::equal(a.access, use.access); })) {
      accesses.push_back(planOperand(context, use));
    }
  }
  require(result != nullptr, "an assignment writes the result");
  AccessPlan planned = planResult(context, *result, accesses);
  accesses.push_back(std::move(planned));
  return accesses;
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
    case MemoryType::Reg: return "Reg";
  }
  return {};
}

const AccessPlan& Plan::of(const Access& access) const {
  for (const AccessPlan& plan : accesses)
    if (notation::equal(plan.access, access)) return plan;
  failInternal("no plan for access " + notation::print(access));
}

Plan plan(const cin::Stmt& stmt, const Limits& limits) {
  Staged staged = resolveCopies(stmt);
  staged.stmt = withUniqueVars(staged.stmt);
  LoopTree tree = loopTree(staged.stmt);
  requireScalarWorkspaces(tree);
  Plan plan;
  plan.stmt = staged.stmt;
  plan.innerPar = checkedLanes("innerPar", environment(stmt, "innerPar", limits.lanes), limits);
  plan.outerPar = checkedOuterPar(environment(stmt, "outerPar", 1), tree, limits);
  plan.accesses = planAccesses({tree, limits, staged.requests, plan.outerPar});
  for (const AccessPlan& access : plan.accesses) requireSharable(access, limits);
  markCoordinates(plan.accesses);
  for (auto& [var, loop] : tree.loops) {
    if (loop.leaf) loop.par = loop.par ? checkedLanes("the factor of the loop over " + var, loop.par, limits) : plan.innerPar;
    else loop.par = var == tree.outermost ? plan.outerPar : 1;
  }
  plan.loops = std::move(tree.loops);
  plan.rows = rowsOf(plan);
  return plan;
}

std::string explainLoops(const Plan& plan) {
  std::vector<const Loop*> loops;
  for (const auto& [var, loop] : plan.loops) loops.push_back(&loop);
  std::stable_sort(loops.begin(), loops.end(), [](const Loop* a, const Loop* b) { return a->depth < b->depth; });
  std::string out;
  for (const Loop* loop : loops) {
    std::string fired;
    for (const auto* rule : loop->iteration.fired) fired += fmt::format("{}{} ⇒ {}", fired.empty() ? "" : ", ", rule->pattern, rule->emits);
    out += fmt::format("{}: {}  [{}]  par {}\n", loop->var, loop->iteration.set, fired, loop->par);
  }
  return out;
}

}  // namespace stardust::placement
