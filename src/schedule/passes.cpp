#include "schedule/passes.h"

#include <algorithm>

#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using cin::Stmt;
using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

class Reductions {
 public:
  explicit Reductions(const Stmt& root) : root_(root) {}

  // `around`: the loops between here and where the result starts from zero.
  Stmt rewrite(const Stmt& stmt, std::vector<IndexVar> around) {
    if (std::holds_alternative<cin::Map>(stmt->kind)) return stmt;
    if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) {
      if (const auto* assign = std::get_if<cin::Assign>(&loop->body->kind)) return innermost(stmt, *loop, *assign, around);
      around.push_back(loop->var);
    }
    return cin::mapChildren(stmt, [&](const Stmt& child) { return rewrite(child, around); });
  }

 private:
  Stmt innermost(const Stmt& stmt, const cin::Forall& loop, const cin::Assign& assign, const std::vector<IndexVar>& around) {
    if (assign.op != AssignOp::Add || contains(assign.lhs.indices, loop.var)) return stmt;
    const bool sumsOnlyHere =
        std::all_of(around.begin(), around.end(), [&](const IndexVar& v) { return contains(assign.lhs.indices, v); });
    if (assign.lhs.indices.empty() && assign.lhs.tensor.workspace && ownsLoop(assign.lhs, around)) return mapped(stmt);
    notation::TensorVar workspace{nextName(), Format(onChip), assign.lhs.tensor.type, {}, true};
    const Stmt sum = mapped(cin::forall(loop.var, cin::assign({workspace, {}}, AssignOp::Add, assign.rhs)));
    return cin::where(cin::assign(assign.lhs, sumsOnlyHere ? AssignOp::Set : AssignOp::Add, notation::access(workspace, {})), sum);
  }

  // A scalar workspace whose producer is this one loop, not a nest of several.
  bool ownsLoop(const Access& workspace, const std::vector<IndexVar>& around) const {
    if (around.empty()) return true;
    return !replaceFirst(root_, [&](const Stmt& s) {
      const Nest nest = nestOf(s);
      const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
      return assign && nest.vars.size() > 1 && notation::equal(assign->lhs, workspace) ? s : Stmt();
    });
  }

  static Stmt mapped(const Stmt& stmt) { return cin::map(stmt, "Spatial", "Reduction"); }

  std::string nextName() {
    std::string name = freshTensor(root_, "ws");
    while (std::find(made_.begin(), made_.end(), name) != made_.end()) name += "_";
    made_.push_back(name);
    return name;
  }

  const Stmt& root_;
  std::vector<std::string> made_;
};

}  // namespace

Stmt accelerateReductions(const Stmt& stmt) { return Reductions(stmt).rewrite(stmt, {}); }

Stmt bulkTransfers(const Stmt& stmt) {
  if (std::holds_alternative<cin::Map>(stmt->kind)) return stmt;
  const Nest nest = nestOf(stmt);
  const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
  const auto* source = assign ? std::get_if<Access>(&assign->rhs->kind) : nullptr;
  const bool copies = source && !nest.vars.empty() && assign->op == AssignOp::Set &&
                      source->tensor.workspace != assign->lhs.tensor.workspace && source->tensor.order() > 0 &&
                      assign->lhs.tensor.order() > 0;
  if (copies) return cin::map(stmt, "Spatial", source->tensor.workspace ? "BulkStore" : "BulkLoad");
  return cin::mapChildren(stmt, bulkTransfers);
}

}  // namespace stardust::schedule
