#include "sam/lower/copies.h"

#include <algorithm>
#include <map>
#include <set>

#include "cin/query.h"
#include "cin/replace_accesses.h"

namespace stardust::sam {
namespace {

using notation::Access;
using notation::IndexVar;

/// A producer that copies: loops over the variables of the workspace, and one assignment of an access.
struct Copy {
  Access workspace, operand;
};

std::optional<Copy> copyIn(const cin::Stmt& producer) {
  std::set<IndexVar> loops;
  cin::Stmt inner = cin::withoutMaps(producer);
  for (const cin::Forall* loop = nullptr; (loop = std::get_if<cin::Forall>(&inner->kind)) != nullptr;) {
    loops.insert(loop->var);
    inner = cin::withoutMaps(loop->body);
  }
  const auto* assign = std::get_if<cin::Assign>(&inner->kind);
  const auto* operand = assign ? std::get_if<Access>(&assign->rhs->kind) : nullptr;
  if (!operand || assign->op != cin::AssignOp::Set || operand->tensor.type != assign->lhs.tensor.type)
    return std::nullopt;
  const std::vector<IndexVar>& indices = assign->lhs.indices;
  const bool isWhole = std::set<IndexVar>(indices.begin(), indices.end()) == loops && loops.size() == indices.size();
  return isWhole ? std::optional<Copy>({assign->lhs, *operand}) : std::nullopt;
}

/// The operand where the workspace is read at other indices.
Access readAt(const Copy& copy, const Access& reading) {
  std::map<IndexVar, IndexVar> renamed;
  for (std::size_t n = 0; n < reading.indices.size(); ++n)
    renamed.emplace(copy.workspace.indices[n], reading.indices[n]);
  Access result = copy.operand;
  for (IndexVar& var : result.indices)
    if (const auto found = renamed.find(var); found != renamed.end()) var = found->second;
  return result;
}

/// Whether a loop of the consumer has the name of a variable that the operand takes from outside of the copy.
bool hides(const cin::Stmt& consumer, const Copy& copy) {
  const auto& own = copy.workspace.indices;
  const auto bound = cin::loopVars(consumer);
  return std::any_of(copy.operand.indices.begin(), copy.operand.indices.end(), [&](const IndexVar& var) {
    return !notation::contains(own, var) && std::find(bound.begin(), bound.end(), var) != bound.end();
  });
}

}  // namespace

cin::Stmt withoutCopies(const cin::Stmt& stmt) {
  const cin::Stmt inside = cin::mapChildren(stmt, [](const cin::Stmt& child) { return withoutCopies(child); });
  const auto* where = std::get_if<cin::Where>(&inside->kind);
  const auto copy = where ? copyIn(where->producer) : std::nullopt;
  if (!copy || hides(where->consumer, *copy)) return inside;
  return cin::withAccesses(where->consumer, [&](const Access& access) -> std::optional<Access> {
    if (access.tensor.name != copy->workspace.tensor.name) return std::nullopt;
    return readAt(*copy, access);
  });
}

}  // namespace stardust::sam
