// Bodies whose stages run concurrently.
#include <fmt/format.h>

#include <algorithm>

#include "exec/spatial_tasks.h"
#include "support/plural.h"

namespace stardust::spatial::run {
namespace {

/// Limit on passes over the stages before the enclosing body gets its turn.
constexpr int maxPasses = 256;

std::string joined(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

}  // namespace

OuterTask::OuterTask(const StmtNode* statement, Iterations iterations, std::vector<Take> boundTakes,
                     std::vector<Copy> copies, std::optional<Accumulator> accumulator)
    : Task(statement),
      iterations_(std::move(iterations)),
      boundTakes_(std::move(boundTakes)),
      copies_(std::move(copies)),
      running_(copies_.size()),
      accumulator_(std::move(accumulator)) {}

void OuterTask::start(Machine& machine) {
  done_ = entered_ = false;
  work_ = beginWork(machine);
  isFirstRound_ = true;
  active_ = 0;
  if (accumulator_) accumulator_->start();
}

bool OuterTask::step(Machine& machine) {
  machine.supervision.enter(statement_);
  bool progress = false;
  if (!entered_) {
    if (!hasElements(machine, boundTakes_)) return false;
    iterations_.start(machine);
    entered_ = progress = isBetweenRounds_ = true;
  }
  for (int i = 0; i < maxPasses && !done_; ++i) {
    bool moved = false;
    if (isBetweenRounds_) {
      moved = startRound(machine);
    } else {
      for (std::size_t copy = 0; copy < active_; ++copy) moved |= pass(machine, copy);
      const bool finished = std::all_of(running_.begin(), running_.begin() + static_cast<std::ptrdiff_t>(active_),
                                        [](const Running& running) { return running.left == 0; });
      if (finished) {
        finishRound(machine);
        moved = true;
      }
    }
    if (!moved) break;
    progress = true;
  }
  return progress;
}

/// Starts one iteration for each copy, while iterations are left. Returns false if nothing moved because a bit vector
/// is missing.
bool OuterTask::startRound(Machine& machine) {
  active_ = 0;
  machine.supervision.enter(statement_);
  const auto before = iterations_.wordsTaken();
  const bool isFound = iterations_.seek(machine);
  const auto words = iterations_.wordsTaken() - before;
  if (words > 0) machine.supervision.charge(words);
  if (work_) work_->words += static_cast<std::int64_t>(words);
  if (!isFound) {
    waitFor(iterations_.waitsFor(), true);
    return words > 0;
  }
  isBetweenRounds_ = false;
  countRound(machine);
  if (iterations_.isDone()) {
    if (accumulator_) accumulator_->finish(machine);
    done_ = true;
    return true;
  }
  while (active_ < copies_.size() && !iterations_.isDone()) {
    startCopy(machine, active_++);
    iterations_.advance();
  }
  machine.supervision.charge(active_);
  if (work_) work_->iterations += static_cast<std::int64_t>(active_);
  return true;
}

/// Notes the steps before a round, and an execution without one.
void OuterTask::countRound(const Machine& machine) {
  if (!work_) return;
  if (work_->executions == 1) work_->steps.push_back(machine.supervision.steps());
  else work_->steps.clear();
  if (isFirstRound_ && iterations_.isDone()) ++work_->empty;
  isFirstRound_ = false;
}

void OuterTask::startCopy(Machine& machine, std::size_t copy) {
  const auto& body = copies_[copy];
  iterations_.put(machine, body.iterators);
  for (const auto memory : body.memories) machine.memories[memory].clear();
  for (const auto& [slot, reset] : body.regs) machine.scalars[slot] = reset;
  running_[copy].states.assign(body.stages.size(), State::Waiting);
  running_[copy].left = body.stages.size();
}

/// Whether the stages on which it depends are done; with ordered RMWs, also those of the previous iteration.
bool OuterTask::mayStart(std::size_t copy, const Stage& stage) const {
  const auto& states = running_[copy].states;
  if (!std::all_of(stage.after.begin(), stage.after.end(), [&](auto s) { return states[s] == State::Done; }))
    return false;
  if (!stage.isOrdered || copy == 0) return true;
  const auto& before = copies_[copy - 1].stages;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].isOrdered && running_[copy - 1].states[i] != State::Done) return false;
  }
  return true;
}

/// Lets every runnable stage of a copy do some work.
bool OuterTask::pass(Machine& machine, std::size_t copy) {
  auto& states = running_[copy].states;
  auto& left = running_[copy].left;
  if (left == 0) return false;
  bool moved = false;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] == State::Done) continue;
    const auto& stage = copies_[copy].stages[i];
    const auto& task = stage.task;
    if (states[i] == State::Waiting) {
      if (!mayStart(copy, stage)) continue;
      states[i] = State::Running;
      moved = true;
      if (task) task->start(machine);
    }
    if (task) moved |= task->step(machine);
    if (!task || task->isDone()) {
      states[i] = State::Done;
      --left;
    }
  }
  return moved;
}

void OuterTask::finishRound(Machine& machine) {
  for (std::size_t copy = 0; copy < active_; ++copy) {
    const auto& body = copies_[copy];
    for (const auto id : body.fifos) {
      auto& fifo = machine.fifos[id];
      if (const auto unread = fifo.remaining(); unread > 0) {
        machine.supervision.enter(statement_);
        machine.supervision.fail(fmt::format("{} of {} {} left at the end of \"{}\"", counted(unread, "element"),
                                             fifo.name(), plural(unread, "is", "are"), describe(statement_)),
                                 nullptr,
                                 "all elements that an iteration adds to a FIFO must be taken in that iteration",
                                 fmt::format("give the loops that fill and empty {} the same trip count", fifo.name()));
      }
      fifo.clear();
    }
    if (accumulator_) accumulator_->add(machine.scalars[body.value]);
  }
  if (accumulator_) accumulator_->flush();
  isBetweenRounds_ = true;
}

void OuterTask::explain(const Machine& machine, std::vector<Blocked>& blocked) const {
  if (!entered_ || isBetweenRounds_) return Task::explain(machine, blocked);
  for (std::size_t copy = 0; copy < active_; ++copy) {
    for (std::size_t i = 0; i < copies_[copy].stages.size(); ++i) {
      const auto& task = copies_[copy].stages[i].task;
      if (task && running_[copy].states[i] == State::Running) task->explain(machine, blocked);
    }
  }
}

std::string describe(const StmtNode* statement) {
  if (!statement) return "Accel";
  return match(
      statement->kind, [](const Val& n) { return fmt::format("val {}", n.name); },
      [](const Memory& n) { return fmt::format("val {}", n.name); },
      [](const Alias& n) { return fmt::format("{}.alias", n.memory); },
      [](const Load& n) { return fmt::format("{} load {}", n.memory, n.dram); },
      [](const Store& n) { return fmt::format("{} store {}", n.dram, n.memory); },
      [](const StreamLoad& n) { return fmt::format("{} stream_load_vec {}", n.dram, n.fifo); },
      [](const StreamStore& n) { return fmt::format("{} stream_store_vec {}", n.dram, n.fifo); },
      [](const Write& n) { return fmt::format("{}(…) = …", n.memory); },
      [](const SparseWrite& n) { return fmt::format("{}.barrierWrite", n.memory); },
      [](const Update& n) { return fmt::format("{}.RMW", n.rmw.memory); },
      [](const GenBitVector& n) { return fmt::format("gen_bitvector {}", n.words); },
      [](const Merge& n) { return fmt::format("merge {}", n.merged); },
      [](const Enq& n) { return fmt::format("{}.enq", n.fifo); },
      [](const Set& n) { return fmt::format("{} := …", n.reg); },
      [](const Foreach& n) { return fmt::format("Foreach {}", joined(n.iterators)); },
      [](const Reduce& n) { return fmt::format("Reduce({}) {}", n.reg, joined(n.iterators)); });
}

}  // namespace stardust::spatial::run
