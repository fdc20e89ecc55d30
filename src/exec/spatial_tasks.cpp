#include "exec/spatial_tasks.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/arithmetic.h"
#include "support/plural.h"

namespace stardust::spatial::run {
namespace {

/// A transfer copies unwritten words as such.
void copyWord(const Word* word, WordMemory& to, std::uint64_t index) {
  if (word) {
    to.write(index, *word);
  } else {
    to.forget(index);
  }
}

}  // namespace

// ---------------------------------------------------------------- common parts of stages

bool Task::hasElements(const Machine& machine, const std::vector<Take>& takes) {
  for (const auto& take : takes) {
    if (machine.fifos[take.fifo].available(take.reader) == 0) {
      waitFor(take.fifo, true);
      return false;
    }
  }
  return true;
}

Work* Task::beginWork(const Machine& machine) const {
  if (!machine.work || !statement_) return nullptr;
  Work& work = (*machine.work)[statement_];
  ++work.executions;
  return &work;
}

void Task::explain(const Machine& machine, std::vector<Blocked>& blocked) const {
  if (done_ || !wait_) return;
  const auto& fifo = machine.fifos[wait_->fifo];
  const auto reason = wait_->toFill ? fmt::format("\"{}\" waits for an element of {}, which is empty",
                                                  describe(statement_), fifo.name())
                                    : fmt::format("\"{}\" waits for room in {}, which is full with {}",
                                                  describe(statement_), fifo.name(), counted(fifo.depth(), "element"));
  blocked.push_back({statement_, reason});
}

// ---------------------------------------------------------------- reductions

Accumulator::Accumulator(ReduceOp op, Type type, Slot reg, std::size_t width)
    : op_(op), type_(type), reg_(reg), width_(width), lanes_(roundedUp(width)) {}

void Accumulator::start() {
  filled_ = 0;
  total_ = identity(op_, type_);
}

void Accumulator::add(Word lane) {
  lanes_[filled_++] = lane;
  if (filled_ == width_) flush();
}

void Accumulator::flush() {
  if (filled_ == 0) return;
  total_ = apply(combination(op_), type_, total_, combineLanes(op_, type_, lanes_.data(), filled_, width_));
  filled_ = 0;
}

// ---------------------------------------------------------------- primitives

LeafTask::LeafTask(const StmtNode* statement, Iterations iterations, std::vector<Slot> iterators,
                   std::vector<Take> boundTakes, Firing firing, std::optional<Accumulator> accumulator, NodeId value)
    : Task(statement),
      iterations_(std::move(iterations)),
      iterators_(std::move(iterators)),
      boundTakes_(std::move(boundTakes)),
      firing_(std::move(firing)),
      accumulator_(std::move(accumulator)),
      value_(value) {}

void LeafTask::start(Machine& machine) {
  done_ = entered_ = false;
  work_ = lanes_ > 0 ? beginWork(machine) : nullptr;
  lane_ = 0;
  isEmpty_ = true;
  if (accumulator_) accumulator_->start();
}

bool LeafTask::step(Machine& machine) {
  machine.supervision.enter(statement_);
  bool moved = false;
  if (!entered_) {
    if (!hasElements(machine, boundTakes_)) return false;
    iterations_.start(machine);
    entered_ = moved = true;
  }
  std::uint64_t fired = 0;
  while (fired < quantum) {
    const auto before = iterations_.wordsTaken();
    const bool isFound = iterations_.seek(machine);
    const auto words = iterations_.wordsTaken() - before;
    if (words > 0) machine.supervision.charge(words);
    if (work_) work_->words += static_cast<std::int64_t>(words);
    fired += words;
    if (!isFound) {
      waitFor(iterations_.waitsFor(), true);
      break;
    }
    if (iterations_.isDone()) {
      finish(machine);
      return true;
    }
    const auto count = ready(machine, std::min(iterations_.left(), quantum));
    if (count == 0) break;
    machine.supervision.charge(count);
    fire(machine, count);
    fired += count;
  }
  return fired > 0 || moved;
}

/// The number of iterations, up to `wanted`, for which all elements and all room are available.
std::uint64_t LeafTask::ready(const Machine& machine, std::uint64_t wanted) {
  for (const auto& take : firing_.takes) {
    wanted = std::min(wanted, machine.fifos[take.fifo].available(take.reader));
    if (wanted == 0) {
      waitFor(take.fifo, true);
      return 0;
    }
  }
  for (const auto& give : firing_.gives) {
    wanted = std::min(wanted, machine.fifos[give.fifo].room() / give.count);
    if (wanted == 0) {
      waitFor(give.fifo, false);
      return 0;
    }
  }
  return wanted;
}

void LeafTask::fire(Machine& machine, std::uint64_t iterations) {
  if (work_) count(iterations);
  if (accumulator_ && iterations_.startsVector()) accumulator_->flush();
  for (std::uint64_t i = 0; i < iterations; ++i) {
    iterations_.put(machine, iterators_);
    for (const auto& action : firing_.actions) {
      machine.supervision.enter(action.statement);
      const bool hasIndex = action.kind == Action::Kind::Write || action.kind == Action::Kind::SparseWrite ||
                            action.kind == Action::Kind::EnqIf || action.kind == Action::Kind::WriteIf ||
                            action.kind == Action::Kind::AssignIf;
      const auto index = hasIndex ? machine.evaluate(action.index) : 0;
      const auto value = machine.evaluate(action.value);
      switch (action.kind) {
        case Action::Kind::Assign: machine.scalars[action.target] = value; break;
        case Action::Kind::AssignIf:
          if (index != 0) machine.scalars[action.target] = value;
          break;
        case Action::Kind::WriteIf:
          if (machine.evaluate(action.enable) != 0) machine.write(action.target, index, value);
          break;
        case Action::Kind::Write: machine.write(action.target, index, value); break;
        case Action::Kind::SparseWrite: machine.sparseWrite(action.target, index, value); break;
        case Action::Kind::Update: break;
        case Action::Kind::Enq: machine.fifos[action.target].give(value); break;
        case Action::Kind::EnqIf:
          if (index != 0) machine.fifos[action.target].give(value);
          break;
      }
    }
    machine.supervision.enter(statement_);
    if (accumulator_) accumulator_->add(machine.evaluate(value_));
    iterations_.advance();
  }
}

/// Counts iterations that follow without another seek: their first one may start a vector.
void LeafTask::count(std::uint64_t iterations) {
  work_->iterations += static_cast<std::int64_t>(iterations);
  isEmpty_ = false;
  if (iterations_.startsVector()) lane_ = 0;
  const std::int64_t all = lane_ + static_cast<std::int64_t>(iterations);
  const auto vectorsFor = [&](std::int64_t lanes) { return (lanes + lanes_ - 1) / lanes_; };
  work_->vectors += vectorsFor(all) - vectorsFor(lane_);
  lane_ = all % lanes_;
}

void LeafTask::finish(Machine& machine) {
  if (work_ && isEmpty_) ++work_->empty;
  if (accumulator_) {
    accumulator_->flush();
    accumulator_->finish(machine);
  }
  done_ = true;
}

// ---------------------------------------------------------------- transfers

void TransferTask::start(Machine&) { done_ = entered_ = false; }

bool TransferTask::step(Machine& machine) {
  machine.supervision.enter(statement_);
  if (!entered_) {
    if (!hasElements(machine, code_.boundTakes)) return false;
    enter(machine);
    if (moved_ == count_) {
      done_ = true;
      return true;
    }
  }
  const auto words = move(machine);
  machine.supervision.charge(words);
  done_ = moved_ == count_;
  return words > 0;
}

void TransferTask::enter(Machine& machine) {
  entered_ = true;
  moved_ = 0;
  begin_ = intOf(machine.evaluate(code_.begin));
  const std::int64_t end = intOf(machine.evaluate(code_.end));
  count_ = code_.endIsLength ? end : end - begin_;
  count(machine);
  const auto& dram = machine.memories[code_.dram];
  if (count_ < 0)
    machine.supervision.fail(fmt::format("{} of {} cannot be transferred", counted(count_, "word"), dram.name()));
  if (count_ == 0) return;
  if (begin_ < 0 || static_cast<std::uint64_t>(begin_ + count_) > dram.size()) machine.leaves(dram, begin_, count_);
  if (code_.kind == TransferCode::Kind::LoadFifo || code_.kind == TransferCode::Kind::StoreFifo) return;
  const auto& local = machine.memories[code_.local];
  at_ = code_.at ? intOf(machine.evaluate(*code_.at)) : 0;
  if (at_ < 0 || static_cast<std::uint64_t>(at_ + count_) > local.size()) {
    machine.supervision.fail(fmt::format("{}{} {} not fit in {}, which has {}", counted(count_, "word"),
                                         at_ != 0 ? fmt::format(" from word {} on", at_) : "",
                                         plural(count_, "does", "do"), local.name(), counted(local.size(), "word")));
  }
}

void TransferTask::count(Machine& machine) {
  Work* const work = beginWork(machine);
  if (!work) return;
  if (count_ <= 0) {
    ++work->empty;
    return;
  }
  work->words += count_;
  const std::int64_t first = begin_ / machine.burstWords, last = (begin_ + count_ - 1) / machine.burstWords;
  work->touched += last - first + 1;
  work->bursts += last - first + (first == lastBurst_ ? 0 : 1);
  if (first != lastBurst_ && first != lastBurst_ + 1) ++work->jumps;
  lastBurst_ = last;
}

std::uint64_t TransferTask::move(Machine& machine) {
  auto& dram = machine.memories[code_.dram];
  const bool throughFifo = code_.kind == TransferCode::Kind::LoadFifo || code_.kind == TransferCode::Kind::StoreFifo;
  auto words = std::min(static_cast<std::uint64_t>(count_ - moved_), quantum);
  if (throughFifo) {
    const auto& fifo = machine.fifos[code_.local];
    const bool toFill = code_.kind == TransferCode::Kind::StoreFifo;
    words = std::min(words, toFill ? fifo.available(code_.reader) : fifo.room());
    if (words == 0) waitFor(code_.local, toFill);
  }
  for (std::uint64_t i = 0; i < words; ++i, ++moved_) {
    const auto local = static_cast<std::uint64_t>(at_ + moved_);
    const auto global = static_cast<std::uint64_t>(begin_ + moved_);
    const bool isInside = global < dram.size();  // a word before the array wraps to a huge index
    const bool isKnown = isInside && dram.isWritten(global);
    switch (code_.kind) {
      case TransferCode::Kind::LoadMemory:
        copyWord(isKnown ? &dram.at(global) : nullptr, machine.memories[code_.local], local);
        break;
      case TransferCode::Kind::StoreMemory: {
        const auto& from = machine.memories[code_.local];
        if (isInside) copyWord(from.isWritten(local) ? &from.at(local) : nullptr, dram, global);
        break;
      }
      case TransferCode::Kind::StoreFifo: {
        const Word word = machine.fifos[code_.local].take(code_.reader);
        if (isInside) dram.write(global, word);
        break;
      }
      case TransferCode::Kind::LoadFifo:
        if (!isKnown && !machine.supervision.isSpeculative()) {
          machine.supervision.fail(fmt::format("{}({}) is read before it is written", dram.name(), global));
        }
        machine.fifos[code_.local].give(isKnown ? dram.at(global) : 0);
        break;
    }
  }
  return words;
}

}  // namespace stardust::spatial::run
