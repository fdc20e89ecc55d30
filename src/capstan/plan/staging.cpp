#include "capstan/plan/staging.h"

#include <algorithm>
#include <map>
#include <optional>

#include "cin/query.h"
#include "cin/replace_accesses.h"

namespace stardust::placement {
namespace {

using cin::Stmt;
using notation::Access;

using notation::IndexVar;

bool indexedBy(const Access& workspace, std::vector<IndexVar> vars) {
  auto indices = workspace.indices;
  std::sort(indices.begin(), indices.end());
  std::sort(vars.begin(), vars.end());
  return indices == vars;
}

// One copy: `workspace` over `vars` is a copy of `tensor`.
struct Copy {
  Access workspace, tensor;
};

std::optional<Copy> loadIn(const Stmt& producer) {
  const auto only = cin::onlyAssignment(producer);
  if (!only || only->assign.op != notation::AssignOp::Set) return std::nullopt;
  const auto* source = std::get_if<Access>(&only->assign.rhs->kind);
  const Access& target = only->assign.lhs;
  if (!source || !target.tensor.workspace || source->tensor.workspace || !indexedBy(target, only->around))
    return std::nullopt;
  return Copy{target, *source};
}

std::optional<Copy> storeIn(const Stmt& consumer) {
  const auto only = cin::onlyAssignment(consumer);
  if (!only || only->around.empty() || only->assign.op != notation::AssignOp::Set) return std::nullopt;
  const auto* source = std::get_if<Access>(&only->assign.rhs->kind);
  if (!source || !source->tensor.workspace || !indexedBy(*source, only->around)) return std::nullopt;
  // The workspace determines the coordinates of a compressed result, or the coordinates to visit.
  if (!only->assign.lhs.tensor.format.isDense() || source->tensor.isSparseWorkspace()) return std::nullopt;
  return Copy{*source, only->assign.lhs};
}

// The access of the tensor, with the workspace's formal indices replaced by those of a use: C_on(k) = C(i,k), use
// C_on(l) → C(i,l).
Access substitute(const Copy& copy, const Access& use) {
  Access result = copy.tensor;
  for (IndexVar& index : result.indices) {
    const auto& formal = copy.workspace.indices;
    const auto at = std::find(formal.begin(), formal.end(), index);
    if (at != formal.end()) index = use.indices.at(static_cast<std::size_t>(at - formal.begin()));
  }
  return result;
}

class Resolver {
 public:
  std::vector<StagingRequest> requests;

  Stmt resolve(const Stmt& stmt, const std::map<std::string, Copy>& copies) {
    if (const auto* where = std::get_if<cin::Where>(&stmt->kind)) {
      if (const auto load = loadIn(where->producer)) return resolve(where->consumer, with(copies, *load));
      if (const auto store = storeIn(where->consumer)) return resolve(where->producer, with(copies, *store));
    }
    if (std::holds_alternative<cin::Assign>(stmt->kind))
      return cin::withAccesses(stmt, [&](const Access& access) { return replaced(access, copies); });
    return cin::mapChildren(stmt, [&](const Stmt& child) { return resolve(child, copies); });
  }

 private:
  std::map<std::string, Copy> with(std::map<std::string, Copy> copies, Copy copy) {
    if (const auto outer = replaced(copy.tensor, copies)) copy.tensor = *outer;  // a copy of a copy
    requests.push_back({copy.tensor, copy.workspace.tensor.name, copy.workspace.indices});
    copies.insert_or_assign(copy.workspace.tensor.name, copy);
    return copies;
  }

  static std::optional<Access> replaced(const Access& access, const std::map<std::string, Copy>& copies) {
    if (!access.tensor.workspace) return std::nullopt;
    const auto found = copies.find(access.tensor.name);
    if (found == copies.end()) return std::nullopt;
    return substitute(found->second, access);
  }
};

}  // namespace

Staged resolveCopies(const Stmt& stmt) {
  Resolver resolver;
  Stmt resolved = resolver.resolve(stmt, {});
  return {resolved, std::move(resolver.requests)};
}

}  // namespace stardust::placement
