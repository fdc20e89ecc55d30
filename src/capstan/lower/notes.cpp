// Notes: what a statement of the program serves, as the user wrote it. An access or a loop of the expression stands
// before the colon, and what is done for it behind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "capstan/lower/accel.h"
#include "capstan/plan/loops.h"
#include "capstan/plan/written.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::AssignOp;
using notation::IndexVar;

const IndexVar& Accel::written(const IndexVar& var) const { return placement::written(plan_, var); }
std::string Accel::written(const Access& access) const { return placement::written(plan_, access); }

// A scalar workspace reads as the expression that it holds.
std::string Accel::written(const notation::Expr& expr) const {
  const std::function<notation::Expr(const notation::Expr&)> renamed = [&](const notation::Expr& e) -> notation::Expr {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return {};
    const auto definition = definitions_.find(access->tensor.name);
    if (access->tensor.workspace && definition != definitions_.end())
      return notation::rewrite(mainAssignment(definition->second).rhs, renamed);
    Access named = *access;
    for (IndexVar& var : named.indices) var = written(var);
    return notation::access(named.tensor, named.indices, e->where);
  };
  return notation::print(notation::rewrite(expr, renamed));
}

std::string Accel::valuesOf(const Access& access) const {
  return written(access) + (access.indices.empty() ? ": value" : ": values");
}

std::string Accel::arrayOf(const Access& access, placement::Part part, int level) const {
  if (part == placement::Part::Vals) return valuesOf(access);
  return fmt::format("{}: {} of {}", written(access), part == placement::Part::Pos ? "positions" : "coordinates",
                     written(notation::varOfLevel(access, level)));
}

std::string Accel::storedOf(const Access& access) const { return written(access) + ": which are stored"; }

std::string Accel::loopOver(const IndexVar& var) const { return "loop " + written(var); }

std::string Accel::reductionOver(const IndexVar& var, AssignOp op) const {
  const notation::Op reduction = op == AssignOp::Set ? operators::add : op.reduction();
  return fmt::format("{} over {}", reduction->name, written(var));
}

// Of a fiber of the result, that holds the coordinates of a level: "the entries of row i".
std::string Accel::counting(int level) const {
  const Access& result = plan_.result().access;
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

void Accel::emit(Frame& frame, const Stmt& stmt, const std::string& note) {
  frame.body.push_back(Stmt(StmtNode{stmt->kind, note, stmt->where}));
}

}  // namespace stardust::spatial
