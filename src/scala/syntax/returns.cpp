#include "scala/syntax/returns.h"

#include <algorithm>

namespace stardust::scala {

namespace {

using Statements = std::vector<Tree>;

/// Limit on nested branches, as deep as the parser permits.
constexpr int deepestBranch = 200;

template <class Kind>
Tree like(const Tree& tree, Kind kind) {
  return Tree({std::move(kind), tree->where});
}

/// Whether the code after the statement is unreachable.
bool leaves(const Tree& tree) {
  if (as<ReturnTree>(tree)) return true;
  if (const auto* block = as<BlockTree>(tree))
    return std::any_of(block->statements.begin(), block->statements.end(), leaves);
  const auto* both = as<IfTree>(tree);
  return both && both->otherwise && leaves(both->then) && leaves(both->otherwise);
}

Tree last(const Tree& tree, int depth);

/// The statements of a block. After an `if` with a returning branch, the rest of the block moves into the other branch.
Statements lastOf(const Statements& statements, int depth) {
  Statements result;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const auto& tree = statements[i];
    const auto* both = as<IfTree>(tree);
    const bool isOne =
        depth < deepestBranch && both && leaves(both->then) != leaves(both->otherwise) && i + 1 < statements.size();
    if (!isOne && !leaves(tree) && i + 1 < statements.size()) {
      result.push_back(tree);
      continue;
    }
    if (!isOne) {
      result.push_back(last(tree, depth));
      break;
    }
    const auto& stays = leaves(both->then) ? both->otherwise : both->then;
    Statements rest(statements.begin() + static_cast<std::ptrdiff_t>(i) + 1, statements.end());
    if (stays) rest.insert(rest.begin(), stays);
    const auto others = like(tree, BlockTree{lastOf(rest, depth + 1)});
    result.push_back(like(tree, leaves(both->then)
                                    ? IfTree{both->condition, last(both->then, depth + 1), others}
                                    : IfTree{both->condition, others, last(both->otherwise, depth + 1)}));
    break;
  }
  return result;
}

/// Rewrites the final statement of a method.
Tree last(const Tree& tree, int depth) {
  if (const auto* n = as<ReturnTree>(tree)) return n->value ? last(n->value, depth) : like(tree, BlockTree{});
  if (const auto* n = as<BlockTree>(tree)) return like(tree, BlockTree{lastOf(n->statements, depth)});
  if (const auto* n = as<IfTree>(tree))
    return like(tree,
                IfTree{n->condition, last(n->then, depth), n->otherwise ? last(n->otherwise, depth) : n->otherwise});
  if (const auto* n = as<MatchTree>(tree)) {
    auto cases = n->cases;
    for (auto& one : cases) one.body = last(one.body, depth);
    return like(tree, MatchTree{n->value, std::move(cases)});
  }
  return tree;
}

}  // namespace

Tree withoutReturns(const Tree& body) { return last(body, 0); }

}  // namespace stardust::scala
