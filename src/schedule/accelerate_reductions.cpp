// Automatic pass: converts reduction loops to Reduce patterns over scalar workspaces.
#include <algorithm>
#include <map>
#include <set>

#include "cin/derived.h"
#include "schedule/automatic.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using cin::Stmt;
using notation::AssignOp;
using notation::IndexVar;

class Reductions {
 public:
  explicit Reductions(const Stmt& root) : root_(root), relations_(cin::relationsOf(root)) {
    for (const cin::Assign& assign : cin::assignmentsIn(root)) ++writers_[assign.lhs.tensor.name];
  }

  Stmt rewrite(const Stmt& stmt) {
    return match(
        stmt->kind, [&](const cin::Forall&) { return nest(stmt); },
        [&](const cin::Where& s) {
          // The workspaces of the producer start empty here, regardless of the enclosing loops.
          const auto outer = begins_;
          for (const cin::Assign& assign : cin::assignmentsIn(s.producer))
            if (assign.lhs.tensor.workspace) begins_[assign.lhs.tensor.name] = path_.size();
          const Stmt result = cin::mapChildren(stmt, [&](const Stmt& child) { return rewrite(child); });
          begins_ = outer;
          return result;
        },
        [&](const cin::Map&) { return stmt; },
        [&](const auto&) { return cin::mapChildren(stmt, [&](const Stmt& child) { return rewrite(child); }); });
  }

 private:
  Stmt nest(const Stmt& stmt) {
    const Nest nest = nestOf(stmt);
    const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
    if (assign && assign->op != AssignOp::Set) return reduction(stmt, nest, *assign);
    const std::size_t depth = path_.size();
    path_.insert(path_.end(), nest.vars.begin(), nest.vars.end());
    const Stmt body = rewrite(nest.body);
    path_.resize(depth);
    return body.same(nest.body) ? stmt : cin::forall(nest.vars, body);
  }

  // The innermost consecutive reduction loops.
  Stmt reduction(const Stmt& stmt, const Nest& nest, const cin::Assign& assign) {
    const std::set<IndexVar> ofResult = cin::determinedBy(relations_, assign.lhs.indices);
    // A loop that fuses a variable of the result with another one indexes the result by the former and reduces over the
    // latter.
    std::vector<IndexVar> loops = path_;
    loops.insert(loops.end(), nest.vars.begin(), nest.vars.end());
    std::vector<IndexVar> needed;
    for (const IndexVar& var : assign.lhs.indices)
      for (const IndexVar& part : cin::componentsOf(relations_, loops, var)) needed.push_back(part);
    std::size_t kept = nest.vars.size();
    while (kept > 0 && !contains(needed, nest.vars[kept - 1])) --kept;
    if (kept == nest.vars.size()) return stmt;
    const std::vector<IndexVar> outer(nest.vars.begin(), nest.vars.begin() + static_cast<long>(kept));
    const std::vector<IndexVar> inner(nest.vars.begin() + static_cast<long>(kept), nest.vars.end());
    const bool once = writtenOnce(assign, outer, ofResult);
    if (once && assign.lhs.indices.empty() && assign.lhs.tensor.workspace)
      return cin::forall(outer, mapped(inner, nest.body));
    const notation::TensorVar workspace{nextName(), Format(onChip), assign.lhs.tensor.type, {}, true};
    const Stmt sum = mapped(inner, cin::assign({workspace, {}}, assign.op, assign.rhs));
    const AssignOp op = once ? AssignOp::Set : assign.op;
    return cin::forall(outer, cin::where(cin::assign(assign.lhs, op, notation::access(workspace, {})), sum));
  }

  // Whether the assignment is the only one to each coordinate of its left-hand side.
  bool writtenOnce(const cin::Assign& assign, const std::vector<IndexVar>& outer,
                   const std::set<IndexVar>& ofResult) const {
    const std::string& name = assign.lhs.tensor.name;
    const auto begin = begins_.find(name);
    const auto isOfResult = [&](const IndexVar& v) { return ofResult.count(v) != 0; };
    return writers_.at(name) == 1 && std::all_of(outer.begin(), outer.end(), isOfResult) &&
           std::all_of(path_.begin() + static_cast<long>(begin == begins_.end() ? 0 : begin->second), path_.end(),
                       isOfResult);
  }

  static Stmt mapped(const std::vector<IndexVar>& loops, const Stmt& body) {
    const std::vector<IndexVar> outer(loops.begin(), loops.end() - 1);
    return cin::forall(outer, cin::map(cin::forall(loops.back(), body), "Spatial", "Reduction"));
  }

  std::string nextName() {
    std::string name = freshTensor(root_, "ws");
    while (std::find(made_.begin(), made_.end(), name) != made_.end()) name += "_";
    made_.push_back(name);
    return name;
  }

  const Stmt& root_;
  const std::vector<cin::Relation>& relations_;
  std::map<std::string, int> writers_;         // number of assignments to each tensor
  std::map<std::string, std::size_t> begins_;  // length of the path at which each workspace starts empty
  std::vector<IndexVar> path_;                 // enclosing loops, outermost first
  std::vector<std::string> made_;
};

}  // namespace

Stmt accelerateReductions(const Stmt& stmt) { return Reductions(stmt).rewrite(stmt); }

}  // namespace stardust::schedule
