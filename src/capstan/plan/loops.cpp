#include "capstan/plan/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "capstan/rules/table.h"
#include "levels/registry.h"
#include "located/located_levels.h"
#include "located/located_loops.h"
#include "support/diagnostic.h"

namespace stardust::placement {
namespace {

using iteration::LevelIterator;
using notation::Access;
using notation::IndexVar;

// Variables of dense levels below a compressed level of a result. A block is stored as a whole, so that its loops visit
// every coordinate.
std::set<IndexVar> blocksIn(const cin::Stmt& stmt) {
  std::set<IndexVar> blocks;
  for (const cin::Assign& assign : assignmentsIn(stmt)) {
    bool below = false;
    for (int level = 0; level < assign.lhs.tensor.order(); ++level) {
      const bool isDense = levels::of(assign.lhs.tensor.format.level(level)).hasLocate;
      if (below && isDense) blocks.insert(varOfLevel(assign.lhs, level));
      below = below || !isDense;
    }
  }
  return blocks;
}

}  // namespace

iteration::Strategy strategyOf(const cin::Stmt& stmt, const Facts& facts) {
  iteration::Strategy strategy;
  if (const auto percent = cin::setting(stmt, "scanDensity")) strategy.scanFrom = *percent / 100.0;
  strategy.fibers = [&facts](const LevelIterator& it) {
    const TensorFacts& levels = facts.at(it.access.tensor.name);
    const auto level = static_cast<std::size_t>(it.level);
    const std::int64_t parents = level == 0 ? 1 : levels[level - 1].positions;
    const double stored = parents > 0 ? static_cast<double>(levels[level].positions) / static_cast<double>(parents) : 0;
    return iteration::Fibers{stored, levels[level].maxFiber, notation::dimOfLevel(it.access, it.level)};
  };
  return strategy;
}

const std::string& LoopTree::loopOf(const IndexVar& var) const {
  const auto found = derived.find(var);
  return found == derived.end() ? loops.at(var).var : found->second.at;
}

std::vector<std::string> LoopTree::loopsOf(const IndexVar& var) const {
  const auto found = derived.find(var);
  return found == derived.end() ? std::vector<std::string>{var} : found->second.loops;
}

notation::AssignOp operatorOf(const cin::Stmt& stmt, const std::string& tensor) {
  const auto reductions = cin::reductionsIn(stmt);
  const auto found = reductions.find(tensor);
  return found == reductions.end() ? notation::AssignOp::Set : found->second;
}

std::vector<std::string> LoopTree::loopsOfLevels(const Access& access) const {
  const auto depthOf = [&](const IndexVar& var) { return depth(loopOf(var)); };
  std::vector<std::string> found;
  for (const int wanted : located::depthsOfLevels(access, depthOf)) {
    const auto vars = notation::varsOfLevels(access);
    const auto var = std::find_if(vars.begin(), vars.end(), [&](const IndexVar& v) { return depthOf(v) == wanted; });
    found.push_back(loopOf(*var));
  }
  return found;
}

std::string LoopTree::deepest(const std::vector<IndexVar>& vars) const {
  std::string found;
  for (const IndexVar& var : vars)
    if (depth(loopOf(var)) > depth(found)) found = loopOf(var);
  return found;
}

bool LoopTree::isOver(const std::string& loop, const IndexVar& var) const {
  const auto all = loopsOf(var);
  return std::find(all.begin(), all.end(), loop) != all.end();
}

std::string LoopTree::root(const std::string& loop) const {
  std::string at = loop;
  while (!at.empty() && !loops.at(at).parent.empty()) at = loops.at(at).parent;
  return at;
}

LoopTree loopTree(const cin::Stmt& stmt, const Facts& facts) {
  LoopTree tree;
  tree.extents = cin::knownExtents(stmt);
  tree.uses = cin::usesIn(stmt);
  const iteration::Strategy strategy = strategyOf(stmt, facts);
  const std::set<IndexVar> blocks = blocksIn(stmt);
  for (const located::LocatedLoop& located : located::loopsIn(stmt, tree.extents)) {
    Loop loop;
    loop.var = located.loop.var;
    loop.parent = located.around.empty() ? "" : located.around.back();
    loop.depth = static_cast<int>(located.around.size()) + 1;
    loop.leaf = !cin::hasLoops(located.loop.body);
    loop.par = located.factor;
    const auto extent = tree.extents.find(loop.var);
    require(extent != tree.extents.end(), "every loop has a dimension");
    loop.dim = extent->second;
    const bool isBlock = blocks.count(loop.var) != 0;
    loop.iteration =
        iteration::resolve(isBlock ? iteration::universe() : located.set, capstan::rewriteTable(), strategy);
    for (const cin::Derived& derived : located.derived) tree.derived.emplace(derived.var, derived);
    require(tree.loops.emplace(located.loop.var, std::move(loop)).second, "every loop has its own variable");
  }
  for (const cin::PlacedWhere& placed : placedWheres(stmt))
    for (const std::string& workspace : tensorsWritten(placed.where.producer))
      tree.workspaceSites[workspace] = placed.around.empty() ? "" : placed.around.back();
  for (const auto& [var, loop] : tree.loops)
    if (loop.dim > mostNarrow)
      failUnsupported(fmt::format("a loop over {} with {} iterations", var, loop.dim), {},
                      fmt::format("the accelerator counts with 32 bits, to {}", mostNarrow),
                      "fuse loops of smaller extent, or split them first");
  return tree;
}

}  // namespace stardust::placement
