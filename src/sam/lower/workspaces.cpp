#include "sam/lower/workspaces.h"

#include <fmt/format.h>

#include <set>

#include "cin/query.h"
#include "cin/replace_accesses.h"
#include "sam/lower/lower.h"

namespace stardust::sam {

cin::Stmt withListedWorkspaces(const cin::Stmt& stmt) {
  const auto reductions = cin::reductionsIn(stmt);
  for (const notation::Access& access : cin::accessesIn(stmt)) {
    const auto reduction = reductions.find(access.tensor.name);
    if (!access.tensor.workspace || access.tensor.order() == 0 || reduction == reductions.end()) continue;
    if (notation::reducesAll(reduction->second))
      failUnsupported(fmt::format("SAM has no elements without terms in the workspace {}", access.tensor.name), {},
                      fmt::format("they are not 0 after a reduction with {}", notation::symbol(reduction->second)),
                      "--target=cpu");
  }
  return cin::withAccesses(stmt, [](const notation::Access& access) -> std::optional<notation::Access> {
    if (!access.tensor.workspace || access.tensor.order() == 0) return std::nullopt;
    notation::TensorVar tensor = access.tensor;
    tensor.format = Format(std::vector<LevelFormat>(static_cast<std::size_t>(tensor.order()), compressed),
                           tensor.format.modeOrder());
    tensor.anyFormat = false;
    return notation::withTensor(access, tensor);
  });
}

Declared declaredIn(const cin::Stmt& stmt) {
  Declared declared;
  const auto table = operators::table();
  for (const cin::Assign& assign : cin::assignmentsIn(stmt)) {
    const operators::Op op = assign.op.reduction();
    if (op && (op < table.data() || op >= table.data() + table.size())) declared.push_back(op);
  }
  return declared;
}

bool isReadTwice(const cin::Stmt& stmt, const notation::Access& access) {
  if (access.tensor.order() == 0) return false;
  const auto all = cin::allAccesses(stmt);
  std::set<std::string> texts;
  for (const auto& other : all)
    if (other.tensor.name == access.tensor.name) texts.insert(notation::print(other));
  return texts.size() > 1;
}

}  // namespace stardust::sam
