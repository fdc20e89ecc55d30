#include "capstan/plan/workspaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cin/replace_accesses.h"
#include "support/plural.h"

namespace stardust::placement {
namespace {

using notation::Access;
using notation::IndexVar;
using notation::TensorVar;

// The estimated mean trip count of a loop; for a combination, derived from its sides.
double iterations(const iteration::Set& set, const Loop& loop, const iteration::Strategy& strategy) {
  return match(
      set->kind, [&](const iteration::Universe&) { return static_cast<double>(loop.dim); },
      [&](const iteration::LevelIterator& it) { return strategy.fibers(it).stored; },
      [&](const iteration::Combination& c) {
        const double left = iterations(c.left, loop, strategy), right = iterations(c.right, loop, strategy);
        return c.op == iteration::Combination::Op::Union ? left + right : std::min(left, right);
      });
}

// The mean number of terms in one execution of a workspace's producer: the product of the trip counts of its loops, for
// each assignment.
double termsOf(const TensorVar& workspace, const LoopTree& tree, const iteration::Strategy& strategy) {
  const std::string& site = tree.workspaceSites.at(workspace.name);
  double terms = 0;
  for (const cin::Use& use : tree.uses) {
    if (!use.isWritten || use.access.tensor.name != workspace.name) continue;
    double found = 1;
    for (std::string at = use.loop(); at != site; at = tree.loops.at(at).parent) {
      const Loop& loop = tree.loops.at(at);
      found *= iterations(loop.iteration.domain, loop, strategy);
    }
    terms += found;
  }
  return terms;
}

// Compares costs in visits of a coordinate, as measured with SpGEMM: a sparse workspace visits a term twice, and clears
// and scans the bits of each row.
bool pays(const Access& access, const LoopTree& tree, const iteration::Strategy& strategy) {
  constexpr double row = 64, term = 2;
  const TensorVar& workspace = access.tensor;
  double rows = 1;
  for (std::size_t mode = 0; mode + 1 < workspace.dims.size(); ++mode)
    rows *= static_cast<double>(workspace.dims[mode]);
  return rows * row + term * termsOf(workspace, tree, strategy) < rows * static_cast<double>(workspace.dims.back());
}

// The memory for a word of each coordinate. Flags of values at affine addresses have the same addresses, so they fit an
// SRAM if they exceed a memory unit.
MemoryType memoryOfWords(const Context& c, const AccessPlan& plan) {
  if (isRandom(plan.values)) return plan.values;
  return plan.words <= c.limits.pmuWords ? MemoryType::SparseSram : MemoryType::Sram;
}

// Plans the flags: a word for each coordinate or, for a sparse workspace, a bit, in whole tiles for each row.
void placeFlags(const Context& c, AccessPlan& plan) {
  const Access& access = plan.access;
  if (!access.tensor.isSparseWorkspace()) {
    plan.flags = {memoryOfWords(c, plan), plan.words,
                  "which coordinates are stored, if anything asks: a word for each"};
    return;
  }
  constexpr std::int64_t wordBits = 32;
  const std::int64_t dim = std::max<std::int64_t>(1, c.tree.extents.at(access.indices.back()));
  const std::int64_t words = plan.words / dim * (wholeTiles(dim) / wordBits);
  const Choice choice = chooseRandom(c, words, plan.sharedBy);
  plan.flags = {choice.memory, words, "which coordinates are stored: a bit for each, " + choice.why};
}

// The workspace with a bit vector of its stored coordinates.
Access withBits(Access access) {
  std::vector<LevelFormat> levels = access.tensor.format.levels();
  levels.back() = bitvector;
  access.tensor.format = Format(levels, access.tensor.format.modeOrder(), onChip);
  return access;
}

}  // namespace

cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt, const LoopTree& tree, const Facts& facts) {
  const iteration::Strategy strategy = strategyOf(stmt, facts);
  std::set<std::string> sparse;
  for (const cin::Use& use : tree.uses) {
    const TensorVar& tensor = use.access.tensor;
    if (use.isWritten || !tensor.anyFormat || tensor.order() == 0) continue;
    const bool isScanned = tree.loops.count(use.access.indices.back()) != 0;
    if (isScanned && pays(use.access, tree, strategy)) sparse.insert(tensor.name);
  }
  return cin::withAccesses(stmt, [&](const Access& access) {
    return sparse.count(access.tensor.name) ? std::optional(withBits(access)) : std::nullopt;
  });
}

AccessPlan planWorkspace(const Context& c, const cin::Stmt& stmt, const std::vector<cin::Use>& uses) {
  AccessPlan plan;
  plan.initial = operatorOf(stmt, uses.front().access.tensor.name);
  plan.access = uses.front().access;
  plan.site = c.tree.workspaceSites.at(plan.access.tensor.name);
  plan.words = 1;
  for (const IndexVar& var : plan.access.indices) {
    const std::int64_t dim = std::max<std::int64_t>(1, c.tree.extents.at(var));
    plan.words = plan.words > (std::int64_t{1} << 40) / dim ? std::int64_t{1} << 40 : plan.words * dim;
  }
  bool random = false;
  for (const cin::Use& use : uses) {
    if (use.isWritten && use.op != notation::AssignOp::Set) plan.reduction = use.op;
    for (const IndexVar& var : use.access.indices) random = random || isScattered(c, var);
    if (use.isWritten) plan.lastLoop = c.tree.deepest(use.access.indices);
  }
  plan.sharedBy = bodiesSharing(c, plan.site, plan.lastLoop);
  const bool accumulates = plan.reduction != notation::AssignOp::Set;
  plan.initialized = accumulates || (random && !plan.access.tensor.isSparseWorkspace());
  const bool isSparse = plan.access.tensor.isSparseWorkspace();
  const Choice choice = accumulates || random || isSparse || plan.sharedBy > 1
                            ? chooseRandom(c, plan.words, plan.sharedBy)
                            : chooseAffine(c, plan.words);
  plan.values = choice.memory;
  plan.why = "workspace: " + choice.why;
  placeFlags(c, plan);
  return plan;
}

}  // namespace stardust::placement
