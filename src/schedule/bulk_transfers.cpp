#include "schedule/automatic.h"
#include "schedule/search.h"

namespace stardust::schedule {

using cin::Stmt;
using notation::Access;
using notation::AssignOp;

namespace {

// A copy out of a sparse workspace into a compressed tensor stores only occupied elements: it is a compression, not a
// transfer.
bool compresses(const Access& into, const Access& from) {
  return from.tensor.isSparseWorkspace() ||
         (from.tensor.workspace && from.tensor.format.isDense() && !into.tensor.format.isDense());
}

}  // namespace

Stmt bulkTransfers(const Stmt& stmt) {
  if (std::holds_alternative<cin::Map>(stmt->kind)) return stmt;
  const Nest nest = nestOf(stmt);
  const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
  const auto* source = assign ? std::get_if<Access>(&assign->rhs->kind) : nullptr;
  const bool copies = source && !nest.vars.empty() && assign->op == AssignOp::Set &&
                      source->tensor.workspace != assign->lhs.tensor.workspace && source->tensor.order() > 0 &&
                      assign->lhs.tensor.order() > 0 && !compresses(assign->lhs, *source);
  if (copies) return cin::map(stmt, "Spatial", source->tensor.workspace ? "BulkStore" : "BulkLoad");
  return cin::mapChildren(stmt, bulkTransfers);
}

}  // namespace stardust::schedule
