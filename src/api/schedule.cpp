#include "stardust/schedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "api/nodes.h"
#include "schedule/search.h"
#include "stardust/tensor.h"

namespace stardust {

namespace {

using State = std::shared_ptr<const IndexStmt::State>;

// The statement after one more command. A message shows the command as its text.
IndexStmt after(const State& state, api::Naming naming, decltype(schedule::Command::kind) kind) {
  schedule::Command command{std::move(kind), {}};
  const std::string text = schedule::print(command);
  command.where = {makeSource("schedule", text), {0, text.size()}};
  auto next = std::make_shared<IndexStmt::State>(*state);
  next->naming = std::move(naming);
  next->stmt = schedule::apply(state->stmt, command);
  next->naming.takeNamesOf(next->stmt);
  next->commands.push_back(std::move(command));
  return IndexStmt(next);
}

std::vector<notation::IndexVar> namesOf(const std::vector<IndexVar>& vars, api::Naming& naming) {
  std::vector<notation::IndexVar> names;
  for (const IndexVar& var : vars) names.push_back(naming.of(var));
  return names;
}

schedule::MapTo mapTo(const Pattern& stmt, Backend backend, BackendFunction function, schedule::Factor factor,
                      api::Naming& naming) {
  api::withdraw(*stmt.node());
  return {api::convert(*stmt.node(), naming), backend.name, function.name, std::move(factor)};
}

std::string described(const Format& format, ValueType type, const std::vector<std::int64_t>& dims) {
  std::string levels;
  for (const LevelFormat level : format.levels()) levels += letter(level);
  return fmt::format("{} values, {} chip, levels \"{}\" in mode order {{{}}}, extents {{{}}}", toString(type),
                     format.region() == Region::OnChip ? "on" : "off", levels, fmt::join(format.modeOrder(), ","),
                     fmt::join(dims, ","));
}

// The schedule decides how a workspace is stored; the user's declaration must say the same.
void requireAsDeclared(const cin::Stmt& stmt, const std::string& name, const api::TensorState& declared) {
  for (const notation::Access& access : schedule::allAccesses(stmt)) {
    const notation::TensorVar& made = access.tensor;
    if (made.name != name) continue;
    if (made.format != declared.format || made.type != declared.type || made.dims != declared.dims)
      failUser(fmt::format("the workspace {} is declared with {}", name,
                           described(declared.format, declared.type, declared.dims)),
               {},
               "a workspace is on chip, has the result's type, and one mode for each index variable it keeps; a copy "
               "of a tensor is "
               "stored like the tensor",
               "here: " + described(made.format, made.type, made.dims));
    return;
  }
}

}  // namespace

IndexStmt IndexStmt::environment(EnvironmentVar var, int value) const {
  return after(state_, state_->naming, schedule::Environment{var.name, value});
}

IndexStmt IndexStmt::reorder(const std::vector<IndexVar>& vars) const {
  api::Naming naming = state_->naming;
  schedule::Reorder command{namesOf(vars, naming)};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::splitUp(const IndexVar& var, const IndexVar& outer, const IndexVar& inner,
                             std::int64_t factor) const {
  api::Naming naming = state_->naming;
  cin::SplitUp command{naming.of(var), naming.of(outer), naming.of(inner), factor};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::splitDown(const IndexVar& var, const IndexVar& outer, const IndexVar& inner,
                               std::int64_t factor) const {
  api::Naming naming = state_->naming;
  cin::SplitDown command{naming.of(var), naming.of(outer), naming.of(inner), factor};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::fuse(const IndexVar& outer, const IndexVar& inner, const IndexVar& fused) const {
  api::Naming naming = state_->naming;
  cin::Fuse command{naming.of(outer), naming.of(inner), naming.of(fused)};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::bound(const IndexVar& var, std::int64_t extent) const {
  api::Naming naming = state_->naming;
  cin::Bound command{naming.of(var), extent};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::parallelize(const IndexVar& var, ParallelUnit unit) const {
  api::Naming naming = state_->naming;
  cin::Parallelize command{naming.of(var),
                           unit == CPUThread ? cin::ParallelUnit::CpuThread : cin::ParallelUnit::CpuVector};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::vectorize(const IndexVar& var) const { return parallelize(var, CPUVector); }

IndexStmt IndexStmt::unroll(const IndexVar& var, std::int64_t factor) const {
  api::Naming naming = state_->naming;
  cin::Unroll command{naming.of(var), factor};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand) const {
  return pos(var, position, operand, {});
}

IndexStmt IndexStmt::pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand,
                         const std::vector<IndexVar>& indices) const {
  api::Naming naming = state_->naming;
  cin::Pos command{naming.of(var), naming.of(position), naming.of(operand.state(), false), namesOf(indices, naming)};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::precompute(const IndexExpr& expr, const std::vector<IndexVar>& vars,
                                const std::vector<IndexVar>& workspaceVars, const TensorBase& workspace) const {
  api::Naming naming = state_->naming;
  schedule::Precompute command;
  command.expr = api::convert(*expr.node(), naming);
  command.vars = namesOf(vars, naming);
  command.workspaceVars = namesOf(workspaceVars, naming);
  command.workspace = naming.of(workspace.state(), true);
  const std::string name = command.workspace;
  if (!workspace.state()->format.isDense()) command.format = workspace.state()->format;
  IndexStmt stmt = after(state_, std::move(naming), std::move(command));
  requireAsDeclared(stmt.state_->stmt, name, *workspace.state());
  return stmt;
}

IndexStmt IndexStmt::map(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const {
  api::Naming naming = state_->naming;
  auto command = mapTo(stmt, backend, function, factor, naming);
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::map(const Pattern& stmt, Backend backend, BackendFunction function, EnvironmentVar factor) const {
  api::Naming naming = state_->naming;
  auto command = mapTo(stmt, backend, function, factor.name, naming);
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::accelerate(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const {
  api::Naming naming = state_->naming;
  schedule::Accelerate command{mapTo(stmt, backend, function, factor, naming)};
  return after(state_, std::move(naming), std::move(command));
}

IndexStmt IndexStmt::accelerate(const Pattern& stmt, Backend backend, BackendFunction function,
                                EnvironmentVar factor) const {
  api::Naming naming = state_->naming;
  schedule::Accelerate command{mapTo(stmt, backend, function, factor.name, naming)};
  return after(state_, std::move(naming), std::move(command));
}

std::string IndexStmt::str() const { return cin::print(state_->stmt); }
std::string IndexStmt::schedule() const { return schedule::print(state_->commands); }

std::ostream& operator<<(std::ostream& out, const IndexStmt& stmt) { return out << stmt.str(); }

}  // namespace stardust
