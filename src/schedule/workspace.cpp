#include "schedule/workspace.h"

#include <algorithm>

#include "schedule/search.h"

namespace stardust::schedule {

using cin::Stmt;
using notation::Access;
using notation::Expr;
using notation::IndexVar;

notation::TensorVar workspaceFor(const Stmt& stmt, const Expr& expr, const std::vector<IndexVar>& vars,
                                 const std::string& name) {
  notation::TensorVar workspace;
  workspace.name = name;
  workspace.workspace = true;
  workspace.type = allAccesses(stmt).front().tensor.type;
  std::vector<LevelFormat> levels(vars.size(), dense);
  std::vector<int> order;
  for (std::size_t n = 0; n < vars.size(); ++n) order.push_back(static_cast<int>(n));
  const auto* access = std::get_if<Access>(&expr->kind);
  // A workspace over a part of a split is a dense tile.
  if (access &&
      std::all_of(vars.begin(), vars.end(), [&](const IndexVar& v) { return contains(access->indices, v); })) {
    order.clear();
    levels.clear();
    const Format& format = access->tensor.format;
    for (int level = 0; level < format.order(); ++level) {
      const IndexVar& var = notation::varOfLevel(*access, level);
      const auto at = std::find(vars.begin(), vars.end(), var);
      const int mode = static_cast<int>(at - vars.begin());
      if (at == vars.end() || std::find(order.begin(), order.end(), mode) != order.end())
        continue;  // a repeated variable of a diagonal is one mode
      levels.push_back(format.level(level));
      order.push_back(mode);
    }
  }
  workspace.format = Format(levels, order, onChip);
  workspace.dims = extentsOf(stmt, vars);
  return workspace;
}

}  // namespace stardust::schedule
