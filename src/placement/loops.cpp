#include "placement/loops.h"

#include <fmt/format.h>

#include <algorithm>

namespace stardust::placement {
namespace {

using notation::Access;
using notation::IndexVar;

std::map<IndexVar, std::int64_t> dimensions(const std::vector<Use>& uses) {
  std::map<IndexVar, std::int64_t> dims;
  for (const Use& use : uses)
    for (std::size_t mode = 0; mode < use.access.indices.size() && mode < use.access.tensor.dims.size(); ++mode)
      dims.emplace(use.access.indices[mode], use.access.tensor.dims[mode]);
  return dims;
}

class Builder {
 public:
  LoopTree tree;

  void visit(const cin::Stmt& stmt, const std::string& loop) {
    match(
        stmt->kind, [&](const cin::Forall& s) { enter(s, loop); }, [&](const cin::Assign& s) { assign(s, loop); },
        [&](const cin::Where& s) {
          visit(s.producer, loop);
          visit(s.consumer, loop);
        },
        [&](const cin::Sequence&) {
          failUnsupported("a sequence of statements has no lowering to Spatial yet", {}, cin::print(stmt));
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
    loop.iteration = iteration::resolve(s.var, iteration::contractionSet(s.var, s.body));
    if (!parent.empty()) tree.loops.at(parent).leaf = false;
    require(tree.loops.emplace(s.var, loop).second, "every loop has its own variable");
    if (parent.empty() && tree.outermost.empty()) tree.outermost = s.var;
    visit(s.body, s.var);
  }

  void assign(const cin::Assign& s, const std::string& loop) {
    for (const Access& access : notation::accesses(s.rhs)) tree.uses.push_back({access, loop, false, false});
    tree.uses.push_back({s.lhs, loop, true, s.op == notation::AssignOp::Add});
  }
};

}  // namespace

std::string LoopTree::deepest(const std::vector<IndexVar>& vars) const {
  std::string found;
  for (const IndexVar& var : vars)
    if (depth(var) > depth(found)) found = var;
  return found;
}

bool LoopTree::encloses(const std::string& outer, const std::string& inner) const {
  for (std::string at = inner;; at = loops.at(at).parent) {
    if (at == outer) return true;
    if (at.empty()) return false;
  }
}

LoopTree loopTree(const cin::Stmt& stmt) {
  Builder builder;
  builder.visit(stmt, "");
  const auto dims = dimensions(builder.tree.uses);
  for (auto& [var, loop] : builder.tree.loops) {
    const auto dim = dims.find(var);
    require(dim != dims.end(), "every loop has a dimension");
    loop.dim = dim->second;
  }
  return std::move(builder.tree);
}

}  // namespace stardust::placement
