// Automatic pass: replaces scatters into compressed results by workspaces.
#include <algorithm>
#include <set>

#include "cin/derived.h"
#include "cin/loop_order.h"
#include "cin/position_loops.h"
#include "levels/registry.h"
#include "schedule/automatic.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using cin::Stmt;
using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

// The base variables that a loop enumerates, slowest first. A split variable is its outer and inner part; a fused
// variable is its two operands; a position has the order of its coordinate. Two nests traverse the same coordinates in
// the same order if these lists are equal.
std::vector<IndexVar> digitsOf(const std::vector<cin::Relation>& relations, const IndexVar& var) {
  const auto both = [&](const IndexVar& outer, const IndexVar& inner) {
    std::vector<IndexVar> digits = digitsOf(relations, outer);
    const std::vector<IndexVar> fast = digitsOf(relations, inner);
    digits.insert(digits.end(), fast.begin(), fast.end());
    return digits;
  };
  for (const cin::Relation& relation : relations) {
    if (const auto* up = std::get_if<cin::SplitUp>(&relation); up && up->parent == var)
      return both(up->outer, up->inner);
    if (const auto* down = std::get_if<cin::SplitDown>(&relation); down && down->parent == var)
      return both(down->outer, down->inner);
    if (const auto* fuse = std::get_if<cin::Fuse>(&relation); fuse && fuse->fused == var)
      return both(fuse->outer, fuse->inner);
    if (const auto* pos = std::get_if<cin::Pos>(&relation);
        pos && pos->position == var && cin::fusedOf(relations, pos->parent).size() == 1)
      return {pos->parent};
  }
  return {var};
}

// The loops of the result on a path, in the storage order of its outer levels. A level gets an artificial loop, which
// no path contains, if the loops there have another order, if they reduce, or if several of them form one compressed
// level.
std::vector<IndexVar> loopsOfResult(const std::vector<cin::Relation>& relations, const std::vector<IndexVar>& path,
                                    const Access& result, std::size_t levels) {
  std::vector<IndexVar> vars = cin::levelOrder(result), stored, covered, loops;
  vars.resize(levels);
  for (const IndexVar& var : vars)
    for (const IndexVar& digit : digitsOf(relations, var)) stored.push_back(digit);
  const auto take = [&](const IndexVar& loop) {
    std::vector<IndexVar> next = covered;
    for (const IndexVar& digit : digitsOf(relations, loop)) next.push_back(digit);
    if (next.size() > stored.size() || !std::equal(next.begin(), next.end(), stored.begin())) return false;
    loops.push_back(loop);
    covered = std::move(next);
    return true;
  };
  for (std::size_t level = 0; level < levels; ++level) {
    const std::vector<IndexVar> digits = digitsOf(relations, vars[level]);
    const auto isCovered = [&] { return contains(covered, digits.back()); };
    const std::vector<IndexVar> parts = cin::componentsOf(relations, path, vars[level]);
    const bool isOne = parts.size() == 1 && digitsOf(relations, parts[0]) == digits;
    if (isOne || levels::of(result.tensor.format.level(static_cast<int>(level))).hasLocate)
      for (const IndexVar& part : parts)
        if (!isCovered() && !take(part)) break;
    if (isCovered() || take(vars[level])) continue;
    for (const IndexVar& digit : digits)
      if (!contains(covered, digit)) take(digit);
  }
  return loops;
}

class Scatters {
 public:
  Scatters(const Stmt& root, const Access& result, Rows rows)
      : root_(root), result_(result), rows_(rows), relations_(cin::relationsOf(root)) {}

  Stmt rewrite() {
    findPath();
    wanted_ = loopsOfResult(relations_, path_, result_, levels());
    while (prefix_ < std::min(common_, wanted_.size()) && path_[prefix_] == wanted_[prefix_]) ++prefix_;
    return insert(root_, 0);
  }

 private:
  // Number of levels that are appended; the levels below them are random-access memory if `rows` says so.
  std::size_t levels() const {
    const Format& format = result_.tensor.format;
    return static_cast<std::size_t>(rows_ == Rows::InMemory ? notation::denseTail(format) : format.order());
  }

  // The loops around the first assignment to the result, and the number of them that enclose all assignments.
  void findPath() {
    const std::string& result = result_.tensor.name;
    cin::forEachAssign(root_, [&](const cin::Assign& assign, const std::vector<IndexVar>& around) {
      if (assign.lhs.tensor.name == result && writers_++ == 0) path_ = around;
    });
    const auto isParting = [&](const Stmt& stmt) {
      const auto* where = std::get_if<cin::Where>(&stmt->kind);
      const auto* sequence = std::get_if<cin::Sequence>(&stmt->kind);
      return (where && writes(where->consumer, result) && writes(where->producer, result)) ||
             (sequence && writes(sequence->first, result) && writes(sequence->second, result));
    };
    common_ = path_.size();
    cin::forEach(root_, [&](const Stmt& stmt, const std::vector<IndexVar>& around) {
      if (isParting(stmt)) common_ = std::min(common_, around.size());
    });
  }

  // Inserts the workspace below the loops that stay outside: where(forall(rest, result = w(rest)), …), whose producer
  // fills w instead of the result.
  Stmt insert(const Stmt& stmt, std::size_t depth) {
    if (std::holds_alternative<cin::SuchThat>(stmt->kind)) return below(stmt, depth);
    if (depth < prefix_) return below(stmt, depth + (std::holds_alternative<cin::Forall>(stmt->kind) ? 1 : 0));
    if (prefix_ == wanted_.size() && writers_ == 1 && (path_.size() == prefix_ || isNest(stmt))) return stmt;
    const std::vector<IndexVar> all =
        loopsOfResult(relations_, path_, result_, static_cast<std::size_t>(result_.tensor.order()));
    std::vector<IndexVar> rest(all.begin() + static_cast<long>(prefix_), all.end());
    for (IndexVar& var : rest)  // a workspace is indexed by coordinates
      if (const auto counting = cin::positionLoop(relations_, var)) var = counting->pos.parent;
    const Access workspace{workspaceOver(rest), rest};
    const Stmt copy = cin::forall(rest, cin::assign(result_, AssignOp::Set, notation::access(workspace.tensor, rest)));
    return cin::where(copy, into(workspace, stmt));
  }

  // The writers are all below one child, except in a sequence, where the workspace is inserted.
  Stmt below(const Stmt& stmt, std::size_t depth) {
    return cin::mapChildren(
        stmt, [&](const Stmt& child) { return writes(child, result_.tensor.name) ? insert(child, depth) : child; });
  }

  // An assignment, or reduction loops around it; accelerateReductions gives those a scalar.
  static bool isNest(const Stmt& stmt) {
    const Stmt body = nestOf(stmt).body;
    return std::holds_alternative<cin::Assign>(body->kind) || std::holds_alternative<cin::Map>(body->kind);
  }

  Stmt into(const Access& workspace, const Stmt& stmt) const {
    if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind))
      return assign->lhs.tensor.name == result_.tensor.name ? cin::assign(workspace, assign->op, assign->rhs) : stmt;
    return cin::mapChildren(stmt, [&](const Stmt& child) { return into(workspace, child); });
  }

  notation::TensorVar workspaceOver(const std::vector<IndexVar>& vars) const {
    notation::TensorVar workspace;
    workspace.name = freshTensor(root_, "w");
    workspace.workspace = workspace.anyFormat = workspace.isMadeUp = true;
    workspace.type = result_.tensor.type;
    std::vector<int> order;
    for (std::size_t n = 0; n < vars.size(); ++n) order.push_back(static_cast<int>(n));
    workspace.format = Format(std::vector<LevelFormat>(vars.size(), dense), order, onChip);
    workspace.dims = extentsOf(root_, vars);
    return workspace;
  }

  const Stmt& root_;
  const Access& result_;
  Rows rows_;
  const std::vector<cin::Relation>& relations_;
  std::vector<IndexVar> path_, wanted_;
  std::size_t common_ = 0, prefix_ = 0;
  int writers_ = 0;
};

}  // namespace

Stmt insertWorkspaces(const Stmt& stmt, Rows rows) {
  Stmt result = stmt;
  std::set<std::string> done;
  for (const cin::Assign& assign : cin::assignmentsIn(stmt)) {
    const notation::TensorVar& tensor = assign.lhs.tensor;
    if (tensor.workspace || tensor.format.isDense() || !done.insert(tensor.name).second) continue;
    result = Scatters(Stmt(result), assign.lhs, rows).rewrite();
  }
  return result;
}

}  // namespace stardust::schedule
