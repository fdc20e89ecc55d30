#include "capstan/plan/loops.h"

#include <algorithm>
#include <set>

#include "capstan/rules/table.h"
#include "levels/registry.h"
#include "support/diagnostic.h"

namespace stardust::placement {
namespace {

using iteration::LevelIterator;
using notation::Access;
using notation::IndexVar;

// Variables of dense levels below a compressed level of a result: a block is stored whole, so its loops visit every
// coordinate.
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

class Builder {
 public:
  Builder(iteration::Strategy strategy, std::set<IndexVar> blocks, const std::vector<cin::Relation>& relations,
          cin::Extents extents)
      : strategy_(std::move(strategy)), relations_(relations), blocks_(std::move(blocks)) {
    tree.extents = std::move(extents);
  }

  LoopTree tree;

  void visit(const cin::Stmt& stmt, const std::string& loop) {
    match(
        stmt->kind, [&](const cin::Forall& s) { enter(s, loop); }, [](const cin::Assign&) {},
        [&](const cin::Where& s) {
          visit(s.producer, loop);
          visit(s.consumer, loop);
        },
        [&](const cin::Sequence& s) {
          visit(s.first, loop);
          visit(s.second, loop);
        },
        [&](const cin::Map& s) {
          if (const auto* mapped = std::get_if<cin::Forall>(&s.body->kind)) enter(*mapped, loop, s.factor);
          else visit(s.body, loop);
        },
        [&](const cin::SuchThat& s) { visit(s.body, loop); });
  }

 private:
  void enter(const cin::Forall& s, const std::string& parent, int factor = 0) {
    Loop loop;
    loop.par = factor;
    loop.var = s.var;
    loop.parent = parent;
    loop.depth = tree.depth(parent) + 1;
    loop.leaf = true;
    const bool isBlock = blocks_.count(s.var) != 0;
    loop.iteration =
        iteration::resolve(isBlock ? iteration::universe() : iteration::contractionSet(s.var, s.body, bound_),
                           capstan::rewriteTable(), strategy_);
    if (!parent.empty()) tree.loops.at(parent).leaf = false;
    require(tree.loops.emplace(s.var, loop).second, "every loop has its own variable");
    if (parent.empty() && tree.outermost.empty()) tree.outermost = s.var;
    const std::set<IndexVar> outside = bound_;
    bound_.insert(s.var);
    path_.push_back(s.var);
    for (const cin::Derived& derived : cin::derivedHere(relations_, path_, tree.extents)) {
      tree.derived.emplace(derived.var, derived);
      bound_.insert(derived.var);
    }
    visit(s.body, s.var);
    path_.pop_back();
    bound_ = outside;
  }

  iteration::Strategy strategy_;
  const std::vector<cin::Relation>& relations_;
  std::vector<IndexVar> path_;
  std::set<IndexVar> bound_;
  std::set<IndexVar> blocks_;
};

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
  Builder builder(strategyOf(stmt, facts), blocksIn(stmt), cin::relationsOf(stmt), cin::knownExtents(stmt));
  builder.visit(stmt, "");
  builder.tree.uses = cin::usesIn(stmt);
  for (const cin::PlacedWhere& placed : placedWheres(stmt))
    for (const std::string& workspace : tensorsWritten(placed.where.producer))
      builder.tree.workspaceSites[workspace] = placed.around.empty() ? "" : placed.around.back();
  for (auto& [var, loop] : builder.tree.loops) {
    const auto extent = builder.tree.extents.find(var);
    require(extent != builder.tree.extents.end(), "every loop has a dimension");
    loop.dim = extent->second;
    if (loop.dim > maxDimension)
      failUnsupported(fmt::format("a loop over {} with {} iterations", var, loop.dim), {},
                      fmt::format("the accelerator counts with 32 bits, to {}", maxDimension),
                      "fuse loops of smaller extent, or split them first");
  }
  return std::move(builder.tree);
}

}  // namespace stardust::placement
