#include "capstan/lower/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "capstan/plan/user_names.h"
#include "cin/query.h"

namespace stardust::spatial {

using notation::AssignOp;
using notation::IndexVar;

const IndexVar& Notes::written(const IndexVar& var) const { return placement::userName(plan_, var); }
std::string Notes::written(const notation::Access& access) const { return placement::userName(plan_, access); }

std::string Notes::written(const notation::Expr& expr) const {
  const std::function<notation::Expr(const notation::Expr&)> renamed = [&](const notation::Expr& e) -> notation::Expr {
    const auto* access = std::get_if<notation::Access>(&e->kind);
    if (!access) return {};
    const auto definition = definitions_.find(access->tensor.name);
    if (access->tensor.workspace && definition != definitions_.end())
      return notation::rewrite(mainAssignment(definition->second).rhs, renamed);
    notation::Access named = *access;
    for (IndexVar& var : named.indices) var = written(var);
    return notation::access(named.tensor, named.indices, e->where);
  };
  return notation::print(notation::rewrite(expr, renamed));
}

std::string Notes::valuesOf(const notation::Access& access) const {
  return written(access) + (access.indices.empty() ? ": value" : ": values");
}

std::string Notes::arrayOf(const notation::Access& access, placement::Part part, int level) const {
  if (part == placement::Part::Vals) return valuesOf(access);
  return fmt::format("{}: {} of {}", written(access), part == placement::Part::Pos ? "positions" : "coordinates",
                     written(notation::varOfLevel(access, level)));
}

std::string Notes::storedOf(const notation::Access& access) const { return written(access) + ": which are stored"; }

std::string Notes::loopOver(const IndexVar& var) const { return "loop " + written(var); }

std::string Notes::reductionOver(const IndexVar& var, AssignOp op) const {
  const notation::Op reduction = op == AssignOp::Set ? operators::add : op.reduction();
  return fmt::format("{} over {}", reduction->name, written(var));
}

std::string Notes::counting(int level) const {
  const notation::Access& result = plan_.result().access;
  std::vector<std::string> slice(result.indices.size(), ":");
  for (int above = 0; above < level; ++above)
    slice[static_cast<std::size_t>(result.tensor.format.mode(above))] = written(notation::varOfLevel(result, above));
  const std::string what =
      level + 1 == result.tensor.order() ? "entries" : "coordinates of " + written(notation::varOfLevel(result, level));
  std::string of = result.tensor.name;
  if (level > 0 && result.indices.size() == 2)
    of = (result.tensor.format.mode(0) == 0 ? "row " : "column ") + written(notation::varOfLevel(result, 0));
  else if (level > 0) of += fmt::format("({})", fmt::join(slice, ","));
  return fmt::format("{}: counting the {} of {} before they are stored", written(result), what, of);
}

}  // namespace stardust::spatial
