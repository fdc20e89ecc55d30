#include "spatial/profile/settling.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spatial/dsl/boundary.h"
#include "spatial/dsl/memories/givers.h"
#include "spatial/passes/dependences.h"
#include "spatial/passes/loop_carried.h"
#include "spatial/passes/unread.h"

namespace stardust::profile {

using spatial::intExpr;
using spatial::nameExpr;

/// Whether all words that a run left behind were left by another, too; those beyond the last that was written are 0.
bool isSame(const spatial::RunOutput& a, const spatial::RunOutput& b) {
  const auto isZero = [](spatial::Word word) { return word == 0; };
  const auto areWords = [&](const auto& left, const auto& right) {
    const auto& shorter = left.size() < right.size() ? left : right;
    const auto& longer = left.size() < right.size() ? right : left;
    const auto end = longer.begin() + static_cast<std::ptrdiff_t>(shorter.size());
    return std::equal(shorter.begin(), shorter.end(), longer.begin()) && std::all_of(end, longer.end(), isZero);
  };
  const auto areArrays = [&](const auto& left, const auto& right) {
    return std::all_of(left.begin(), left.end(), [&](const auto& entry) {
      const auto found = right.find(entry.first);
      return found != right.end() && areWords(entry.second.words, found->second.words);
    });
  };
  return areArrays(a.drams, b.drams) && areArrays(a.argOuts, b.argOuts);
}

/// Each staging begins with the names and random numbers of the first.
spatial::Program Settling::stagedOnce() {
  dsl_.stage.taken = names_;
  dsl_.random = random_;
  dsl_.evaluator.generators = drawn_;
  auto program = dsl_.staged(block_);
  askWhatIsLeft(program.accel);
  return program;
}

/// Notes whether a queue holds elements when the body that declares it ends.
void Settling::askWhatIsLeft(spatial::Body& accel) {
  for (const auto& queue : dsl_.memories.trials()) {
    const auto& where = queue->where;
    const auto reg = dsl_.loops.rounds.ask(dsl_.stage.fresh("left"), dsl_.stage.fresh("left_seen"), where);
    if (reg.empty()) continue;
    const auto isLeft = binaryExpr(spatial::BinaryOp::Ne, nameExpr(queue->tail->name, where),
                                   nameExpr(queue->head->name, where), where);
    accel = dsl::withLast(accel, queue->tail->name,
                          {spatial::Stmt({spatial::Set{reg, intExpr(1, where), isLeft}, {}, where})});
  }
}

/// What Accel becomes when all is known that shows only when it is staged, or run.
spatial::Program Settling::settled() {
  std::exception_ptr failure;  // with queues that are not shared
  auto program = withAllKnown(stagedOnce(), failure);
  if (dsl_.loops.rounds.areSomeExact() && !isAsMeasured(program)) {
    dsl_.loops.rounds.takeAsInexact();
    program = withAllKnown(stagedOnce(), failure);
  }
  if (!dsl_.loops.unswitched.empty() && !runs(program)) {
    countUnswitched();
    program = withAllKnown(stagedOnce(), failure);
  }
  if (failure) requireShared(program, failure);
  return program;
}

/// Stages until nothing new shows.
spatial::Program Settling::withAllKnown(spatial::Program program, std::exception_ptr& failure) {
  while (dsl_.memories.needsMore() || !dsl_.loops.rounds.areKnown()) {
    try {
      if (!dsl_.memories.needsMore()) learn(program);
    } catch (const Error&) {
      const bool wereUnswitched = countUnswitched();
      if (!wereUnswitched && failure) std::rethrow_exception(failure);
      if (!wereUnswitched && !dsl_.memories.shareTaken()) throw;
      if (!wereUnswitched) failure = std::current_exception();
      dsl_.loops.rounds.beginAccel();
    }
    program = stagedAgain(failure);
  }
  return program;
}

/// What takes the words of a bit vector takes them from a stream. Where several places do, each of them sees all words.
spatial::Program Settling::stagedAgain(std::exception_ptr& failure) {
  for (;;) try {
      return stagedOnce();
    } catch (const Error&) {
      const bool isShared = dsl_.memories.shareBitVectors();
      if (!isShared && failure) std::rethrow_exception(failure);
      if (!isShared) throw;
      if (!failure) failure = std::current_exception();
      dsl_.loops.rounds.beginAccel();
    }
}

/// Counts the FIFOs that a condition of outside let stream, if there are any: elements are left in one of them, maybe,
/// which a counted one keeps.
bool Settling::countUnswitched() {
  for (const auto& queue : dsl_.loops.unswitched) dsl_.memories.note(queue);
  return !std::exchange(dsl_.loops.unswitched, {}).empty();
}

/// Takes from a first run how long loops are, and whether queues hold elements in the end.
void Settling::learn(const spatial::Program& program) {
  try {
    measured_ = measured(dsl_.loops.rounds.measured(program));
    dsl_.loops.rounds.learn(measured_);
  } catch (const Error&) {
    if (!dsl_.loops.rounds.isMeasuring() || !dsl_.loops.rounds.lengthen()) throw;
    return;
  }
  if (!dsl_.loops.rounds.areKnown()) return;
  const auto wasTrue = [&](const Location& where) { return dsl_.loops.rounds.wasTrue(where); };
  dsl_.memories.endTrials(wasTrue);
  if (dsl_.loops.rounds.areSomeExact()) dsl_.memories.forgetEnds();
  if (dsl_.memories.deepen(wasTrue))
    dsl_.loops.rounds.beginAccel();  // it is longer now, and all has to be seen once more
}

bool Settling::runs(const spatial::Program& program) {
  try {
    measured(program);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Whether a program whose loops have no conditions, and whose streams pass by, leaves what the first run left, in
/// which they were measured.
bool Settling::isAsMeasured(const spatial::Program& program) {
  try {
    return isSame(measured(program), measured_);
  } catch (const Error&) {
    return false;
  }
}

/// Queues are shared by those who take from them if the program runs to its end, with all queues empty.
void Settling::requireShared(const spatial::Program& program, const std::exception_ptr& failure) {
  const auto queues = dsl_.memories.sharedQueues();
  if (queues.empty()) std::rethrow_exception(failure);
  try {
    measured(program);
  } catch (const Error&) {
    std::rethrow_exception(failure);
  }
  for (const auto& queue : queues) {
    dsl_.warnings.emplace_back(
        "fifo-shared",
        Diagnostic{
            Family::User,
            fmt::format("each place that takes from {} sees all of its elements", queue->name),
            queue->where,
            "There are too few elements for the readers one after the other. A FIFO of this machine broadcasts to its readers.",
            {}});
  }
}

/// Interprets Accel to see how long its loops are.
spatial::RunOutput Settling::measured(spatial::Program program) {
  const auto files = dsl::addBoundary(dsl_, program);
  program = spatial::withOrderedAccesses(spatial::withCarriedRegs(spatial::withoutUnread(program)));
  return run_(program, files);
}

}  // namespace stardust::profile
