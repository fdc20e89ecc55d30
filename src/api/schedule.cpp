#include "stardust/schedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "api/nodes.h"
#include "driver/machines.h"
#include "schedule/search.h"
#include "stardust/run.h"
#include "stardust/tensor.h"

namespace stardust {

namespace {

using State = std::shared_ptr<const IndexStmt::State>;

Location placeOf(const schedule::Command& command) {
  const std::string text = schedule::print(command);
  return {makeSource("schedule", text), {0, text.size()}};
}

// The views after a renaming, also in the command.
void separateAgain(IndexStmt::State& state, const schedule::Renaming& names, schedule::Command& command) {
  if (!names.empty()) {
    const notation::Assignment written = schedule::renamed(state.computed->written, names);
    driver::Separated parts = api::separated(written, *state.definition, state.naming);
    state.assignment = std::move(parts.assignment);
    state.computed = std::make_shared<const driver::Computed>(std::move(parts.computed));
  }
  std::vector<schedule::Command> commands = {std::move(command)};
  driver::useViews(commands, state.computed->views);
  command = std::move(commands[0]);
}

// The statement after one more command. `make` builds the command with the names of a naming; messages show it as text.
template <class Make>
IndexStmt after(const State& state, Make&& make) {
  auto next = std::make_shared<IndexStmt::State>(*state);
  make(next->naming);  // may rename generated names, so that only the second call sees final names
  schedule::Command command{make(next->naming), {}};
  const schedule::Renaming names = next->naming.takeRenaming();
  next->assignment = schedule::renamed(next->assignment, names);
  if (next->computed) separateAgain(*next, names, command);
  for (schedule::Command& earlier : next->commands) {
    earlier = schedule::renamed(earlier, names);
    earlier.where = placeOf(earlier);
  }
  command.where = placeOf(command);
  schedule::requireLanes({command}, driver::loadMachine(RunOptions().machine).pcu.lanes);
  next->commands.push_back(std::move(command));
  next->stmt = api::scheduled(next->assignment, next->commands);
  next->naming.keepClearOf(next->stmt);
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

// The schedule determines the format of a workspace, and the user's declaration must agree.
void requireAsDeclared(const cin::Stmt& stmt, const std::string& name, const api::TensorState& declared) {
  for (const notation::Access& access : cin::allAccesses(stmt)) {
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

IndexStmt IndexStmt::autoschedule() const {
  if (!state_->commands.empty())
    failUser(fmt::format("autoschedule() after {}", schedule::print(state_->commands)), {},
             "it chooses the whole schedule", "begin with y.getAssignment()");
  auto next = std::make_shared<IndexStmt::State>(*state_);
  schedule::Command command{schedule::Automatic{}, {}};
  command.where = placeOf(command);
  next->commands.push_back(std::move(command));  // the statement follows from the choice
  return IndexStmt(next);
}

IndexStmt IndexStmt::environment(EnvironmentVar var, int value) const {
  return after(state_, [&](api::Naming&) { return schedule::Environment{var.name, value}; });
}

IndexStmt IndexStmt::reorder(const std::vector<IndexVar>& vars) const {
  return after(state_, [&](api::Naming& naming) { return schedule::Reorder{namesOf(vars, naming)}; });
}

IndexStmt IndexStmt::splitUp(const IndexVar& var, const IndexVar& outer, const IndexVar& inner,
                             std::int64_t factor) const {
  return after(state_, [&](api::Naming& naming) {
    return cin::SplitUp{naming.of(var), naming.of(outer), naming.of(inner), factor};
  });
}

IndexStmt IndexStmt::splitDown(const IndexVar& var, const IndexVar& outer, const IndexVar& inner,
                               std::int64_t factor) const {
  return after(state_, [&](api::Naming& naming) {
    return cin::SplitDown{naming.of(var), naming.of(outer), naming.of(inner), factor};
  });
}

IndexStmt IndexStmt::fuse(const IndexVar& outer, const IndexVar& inner, const IndexVar& fused) const {
  return after(state_, [&](api::Naming& naming) {
    return cin::Fuse{naming.of(outer), naming.of(inner), naming.of(fused)};
  });
}

IndexStmt IndexStmt::bound(const IndexVar& var, std::int64_t extent) const {
  return after(state_, [&](api::Naming& naming) { return cin::Bound{naming.of(var), extent}; });
}

IndexStmt IndexStmt::parallelize(const IndexVar& var, ParallelUnit unit) const {
  return after(state_, [&](api::Naming& naming) {
    return cin::Parallelize{naming.of(var),
                            unit == CPUThread ? cin::ParallelUnit::CpuThread : cin::ParallelUnit::CpuVector};
  });
}

IndexStmt IndexStmt::vectorize(const IndexVar& var) const { return parallelize(var, CPUVector); }

IndexStmt IndexStmt::unroll(const IndexVar& var, std::int64_t factor) const {
  return after(state_, [&](api::Naming& naming) { return cin::Unroll{naming.of(var), factor}; });
}

IndexStmt IndexStmt::pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand) const {
  return pos(var, position, operand, {});
}

IndexStmt IndexStmt::pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand,
                         const std::vector<IndexVar>& indices) const {
  return after(state_, [&](api::Naming& naming) {
    return cin::Pos{naming.of(var), naming.of(position), naming.of(operand.state(), false), namesOf(indices, naming)};
  });
}

namespace {

cin::StoredPart partOf(StoredPart part) {
  switch (part) {
    case StoredPart::Positions: return cin::StoredPart::Positions;
    case StoredPart::Coordinates: return cin::StoredPart::Coordinates;
    case StoredPart::Values: break;
  }
  return cin::StoredPart::Values;
}

IndexStmt kept(const State& state, cin::KeptAs as, const TensorBase& operand, std::optional<cin::StoredPart> part,
               int level) {
  return after(state, [&](api::Naming& naming) {
    return cin::Keep{as, naming.of(operand.state(), false), part, level};
  });
}

}  // namespace

IndexStmt IndexStmt::keep(const TensorBase& operand) const { return kept(state_, cin::KeptAs::Copies, operand, {}, 0); }

IndexStmt IndexStmt::keep(const TensorBase& operand, StoredPart part, int level) const {
  return kept(state_, cin::KeptAs::Copies, operand, partOf(part), level);
}

IndexStmt IndexStmt::stream(const TensorBase& operand, const IndexVar& var) const {
  return after(state_, [&](api::Naming& naming) {
    return cin::StreamAt{naming.of(operand.state(), false), naming.of(var)};
  });
}

IndexStmt IndexStmt::share(const TensorBase& operand) const {
  return kept(state_, cin::KeptAs::Shared, operand, {}, 0);
}

IndexStmt IndexStmt::share(const TensorBase& operand, StoredPart part, int level) const {
  return kept(state_, cin::KeptAs::Shared, operand, partOf(part), level);
}

IndexStmt IndexStmt::precompute(const IndexExpr& expr, const std::vector<IndexVar>& vars,
                                const std::vector<IndexVar>& workspaceVars, const TensorBase& workspace) const {
  const IndexStmt stmt = after(state_, [&](api::Naming& naming) {
    schedule::Precompute command;
    command.expr = api::convert(*expr.node(), naming);
    command.vars = namesOf(vars, naming);
    command.workspaceVars = namesOf(workspaceVars, naming);
    command.workspace = naming.of(workspace.state(), true);
    if (!workspace.state()->format.isDense()) command.format = workspace.state()->format;
    return command;
  });
  const auto& command = std::get<schedule::Precompute>(stmt.state_->commands.back().kind);
  requireAsDeclared(stmt.state_->stmt, command.workspace, *workspace.state());
  return stmt;
}

IndexStmt IndexStmt::map(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const {
  return after(state_, [&](api::Naming& naming) { return mapTo(stmt, backend, function, factor, naming); });
}

IndexStmt IndexStmt::map(const Pattern& stmt, Backend backend, BackendFunction function, EnvironmentVar factor) const {
  return after(state_, [&](api::Naming& naming) { return mapTo(stmt, backend, function, factor.name, naming); });
}

IndexStmt IndexStmt::accelerate(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const {
  return after(state_, [&](api::Naming& naming) {
    return schedule::Accelerate{mapTo(stmt, backend, function, factor, naming)};
  });
}

IndexStmt IndexStmt::accelerate(const Pattern& stmt, Backend backend, BackendFunction function,
                                EnvironmentVar factor) const {
  return after(state_, [&](api::Naming& naming) {
    return schedule::Accelerate{mapTo(stmt, backend, function, factor.name, naming)};
  });
}

std::string IndexStmt::str() const { return cin::print(state_->stmt); }
std::string IndexStmt::schedule() const { return schedule::print(state_->commands); }

std::ostream& operator<<(std::ostream& out, const IndexStmt& stmt) { return out << stmt.str(); }

}  // namespace stardust
