// Accel: the program that is made of its body, its run, and what that leaves behind.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "staging/carried.h"
#include "staging/fresh.h"
#include "staging/givers.h"
#include "staging/library.h"
#include "staging/lifetimes.h"
#include "staging/ordered.h"
#include "staging/random_words.h"
#include "staging/unread.h"
#include "support/plural.h"

namespace stardust::staging {

using spatial::Expr;

namespace {

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

bool isStar(const std::vector<Argument>& list) {
  const auto* name = list.size() == 1 ? as<NameTree>(list.front().value) : nullptr;
  return name && name->name == "*";
}

}  // namespace

/// Accel { … }; Accel(*) { … } is a loop over *.
Value Evaluator::accel(Call& call) {
  if (stage.isActive()) failUser("Accel inside Accel", call.where);
  const bool isForever = isStar(call.next());
  if (!isForever) --call.used;
  const auto block = body(call, "the block of Accel");
  loadStreams();
  memories.beginAccel();
  loops.rounds.beginAccel();
  const auto names = stage.taken;
  const auto state = random;
  const auto drawn = generators;
  auto program = settled([&] {
    stage.taken = names;
    random = state;
    generators = drawn;
    return stagedOnce(block, isForever, call.where);
  });
  spatial::HostFiles files;
  boundary(program, files);
  const auto read = withoutDeadCode(program);
  warnOfUnread(fifosLeftOut(program, read));
  warnOfDeepened();
  warnOfFresh(regsReadFresh(program.accel));
  program = withOrderedAccesses(withCarriedRegs(withPlacedMemories(read, files)));
  if (outcome.programs.empty()) outcome.asserts = 0;
  outcome.programs.push_back(program);
  takeResults(accelerator_(program, files));
  return {};
}

/// What Accel becomes when all is known that shows only when it is staged, or run.
spatial::Program Evaluator::settled(const Staging& staged) {
  std::exception_ptr failure;  // with queues that are not shared
  auto program = withAllKnown(staged(), staged, failure);
  if (loops.rounds.areSomeExact() && !isAsMeasured(program)) {
    loops.rounds.takeAsInexact();
    program = withAllKnown(staged(), staged, failure);
  }
  if (!loops.unswitched.empty() && !runs(program)) {
    countUnswitched();
    program = withAllKnown(staged(), staged, failure);
  }
  if (failure) requireShared(program, failure);
  return program;
}

/// Stages until nothing new shows.
spatial::Program Evaluator::withAllKnown(spatial::Program program, const Staging& staged, std::exception_ptr& failure) {
  while (memories.needsMore() || !loops.rounds.areKnown()) {
    try {
      if (!memories.needsMore()) learn(program);
    } catch (const Error&) {
      const bool wereUnswitched = countUnswitched();
      if (!wereUnswitched && failure) std::rethrow_exception(failure);
      if (!wereUnswitched && !memories.shareTaken()) throw;
      if (!wereUnswitched) failure = std::current_exception();
      loops.rounds.beginAccel();
    }
    program = stagedAgain(staged, failure);
  }
  return program;
}

/// What takes the words of a bit vector takes them from a stream. Where several places do, each of them sees all words.
spatial::Program Evaluator::stagedAgain(const Staging& staged, std::exception_ptr& failure) {
  for (;;) try {
      return staged();
    } catch (const Error&) {
      const bool isShared = memories.shareBitVectors();
      if (!isShared && failure) std::rethrow_exception(failure);
      if (!isShared) throw;
      if (!failure) failure = std::current_exception();
      loops.rounds.beginAccel();
    }
}

/// Counts the FIFOs that a condition of outside let stream, if there are any: elements are left in one of them, maybe,
/// which a counted one keeps.
bool Evaluator::countUnswitched() {
  for (const auto& queue : loops.unswitched) memories.note(queue);
  return !std::exchange(loops.unswitched, {}).empty();
}

void Evaluator::warnOfUnread(const spatial::Body& fifos) {
  for (const auto& fifo : fifos) {
    outcome.warnings.emplace_back(
        "fifo-unread",
        Diagnostic{
            Family::User, fmt::format("{} is written, but never read", std::get<spatial::Memory>(fifo->kind).name),
            fifo->where, "So nothing is put into it: it would be full one day.", "take its elements, or leave it out"});
  }
}

void Evaluator::warnOfFresh(const spatial::Body& regs) {
  std::set<std::size_t> places;
  for (const auto& reg : regs) {
    const auto place = reg->where.span.begin;
    if (!memories.isKept(reg->where) || !places.insert(place).second) continue;  // ours; one of a list
    outcome.warnings.emplace_back(
        "reg-fresh",
        Diagnostic{
            Family::User,
            fmt::format("{} is new in each iteration, and read where it may not have been set",
                        std::get<spatial::Memory>(reg->kind).name),
            reg->where,
            "It has the value then that it is declared with. A register of a machine may keep what the iteration before left.",
            "declare it outside the loop if it is to keep its value, or set it first"});
  }
}

void Evaluator::warnOfDeepened() {
  for (const auto& queue : memories.deepened()) {
    const auto what = fmt::format("{} has room for {} here, and is declared with {}", queue.name,
                                  counted(queue.given, "element"), queue.declared);
    const auto* why = "It is counted, so the loops of the Stream that use it run one after the other.";
    outcome.warnings.emplace_back("fifo-deepened", Diagnostic{Family::User, what, queue.where, why, {}});
  }
}

/// Takes from a first run how long loops are, and whether queues hold elements in the end.
void Evaluator::learn(const spatial::Program& program) {
  try {
    measured_ = measured(loops.rounds.measured(program));
    loops.rounds.learn(measured_);
  } catch (const Error&) {
    if (!loops.rounds.isMeasuring() || !loops.rounds.lengthen()) throw;
    return;
  }
  if (!loops.rounds.areKnown()) return;
  const auto wasTrue = [&](const Location& where) { return loops.rounds.wasTrue(where); };
  memories.endTrials(wasTrue);
  if (loops.rounds.areSomeExact()) memories.forgetEnds();
  if (memories.deepen(wasTrue)) loops.rounds.beginAccel();  // it is longer now, and all has to be seen once more
}

bool Evaluator::runs(const spatial::Program& program) {
  try {
    measured(program);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Whether a program whose loops have no conditions, and whose streams pass by, leaves what the first run left, in
/// which they were measured.
bool Evaluator::isAsMeasured(const spatial::Program& program) {
  try {
    return isSame(measured(program), measured_);
  } catch (const Error&) {
    return false;
  }
}

/// Queues are shared by those who take from them if the program runs to its end, with all queues empty.
void Evaluator::requireShared(const spatial::Program& program, const std::exception_ptr& failure) {
  const auto queues = memories.sharedQueues();
  if (queues.empty()) std::rethrow_exception(failure);
  try {
    measured(program);
  } catch (const Error&) {
    std::rethrow_exception(failure);
  }
  for (const auto& queue : queues) {
    outcome.warnings.emplace_back(
        "fifo-shared",
        Diagnostic{
            Family::User,
            fmt::format("each place that takes from {} sees all of its elements", queue->name),
            queue->where,
            "In the order of the program there are too few for all of them. A FIFO of this machine is broadcast to its readers.",
            {}});
  }
}

/// What Accel becomes, unless it turns out that it needs more than it seemed to.
spatial::Program Evaluator::stagedOnce(const Value& block, bool isForever, const Location& where) {
  spatial::Program program;
  program.name = outcome.name;
  program.isSpeculative = true;
  memories.beginStaging();
  loops.rounds.beginStaging();
  loops.unswitched.clear();
  const Into into(stage, &program.accel);
  memories.holdResults();
  if (isForever)
    loops.foreach ({series({{}, {}, {}, makeNumber(int32, std::int64_t{1}), true, false})}, block, nullptr, where);
  else loops.keepEffect(invoke(block, {}, where), where);
  program.accel = memories.withHostValues(withRandomWords(program.accel));
  memories.connectStreams(program.accel);
  memories.declareResults(program.accel);
  memories.placeMerges(program.accel);
  memories.endStaging(program.accel);
  askWhatIsLeft(program.accel);
  return program;
}

/// With each SRAM where the program means it to be: it keeps its words, but is declared further inside where nobody
/// sees a difference.
spatial::Program Evaluator::withPlacedMemories(const spatial::Program& program, const spatial::HostFiles& files) {
  const auto lasting = withLastingWords(program);
  const auto brief = withBriefWords(program);
  if (!request_.interpreter || (!lasting && !brief)) return program;
  const auto resultOf = [&](const spatial::Program& variant) {
    return request_.interpreter(withOrderedAccesses(withCarriedRegs(variant)), files);
  };
  const auto meant = resultOf(lasting ? *lasting : program);
  if (lasting && !isSame(resultOf(program), meant)) return *lasting;
  return brief && isSame(resultOf(*brief), meant) ? *brief : program;
}

/// Notes whether a queue holds elements when the body that declares it ends.
void Evaluator::askWhatIsLeft(spatial::Body& accel) {
  for (const auto& queue : memories.trials()) {
    const auto& where = queue->where;
    const auto reg = loops.rounds.ask(stage.fresh("left"), stage.fresh("left_seen"), where);
    if (reg.empty()) continue;
    const auto isLeft = binaryExpr(spatial::BinaryOp::Ne, nameExpr(queue->tail->name, where),
                                   nameExpr(queue->head->name, where), where);
    accel =
        withLast(accel, queue->tail->name, {spatial::Stmt({spatial::Set{reg, intExpr(1, where), isLeft}, {}, where})});
  }
}

/// Interprets Accel to see how long its loops are.
spatial::RunOutput Evaluator::measured(spatial::Program program) {
  spatial::HostFiles files;
  boundary(program, files);
  program = withOrderedAccesses(withCarriedRegs(withoutDeadCode(program)));
  return (request_.interpreter ? request_.interpreter : accelerator_)(program, files);
}

/// What the accelerator leaves behind.
void Evaluator::takeResults(const spatial::RunOutput& output) {
  for (const auto& memory : memories.outside()) {
    const auto& values = memory->kind == Memory::Kind::Dram ? output.drams : output.argOuts;
    if (memory->kind == Memory::Kind::HostIO && !memory->isSet) continue;
    const auto name = memory->kind == Memory::Kind::HostIO ? memory->name + "_out" : memory->name;
    const auto found = values.find(name);
    if (found == values.end()) continue;
    if (memory->kind == Memory::Kind::Dram) memory->words = found->second.words;
    else if (!found->second.words.empty()) memory->word = found->second.words.front();
  }
  writeStreams();
}

/// What the host passes to the accelerator, with its values.
void Evaluator::boundary(spatial::Program& program, spatial::HostFiles& files) {
  for (const auto& memory : memories.outside()) {
    const auto& where = memory->where;
    const auto type = *wordType(memory->type);
    const auto add = [&](decltype(spatial::HostStmt::kind) kind) {
      program.host.push_back({std::move(kind), {}, where});
    };
    switch (memory->kind) {
      case Memory::Kind::Dram: {
        const auto size = static_cast<double>(
            std::max(memory->size(), std::ssize(memory->words)));  // with what was written behind its end
        add(spatial::Dram{memory->name, type, Expr({spatial::Literal{spatial::Type::Int, size}, where}),
                          memory->isStreamed});
        if (memory->words.empty()) break;
        const auto file = memory->name + ".csv";
        add(spatial::HostLoad{memory->name + "_csv", type, file});
        add(spatial::SetMem{memory->name, memory->name + "_csv"});
        files[file] = {type, memory->words};
        break;
      }
      case Memory::Kind::ArgOut: add(spatial::ArgOut{memory->name, type}); break;
      default:
        add(spatial::ArgIn{memory->name, type, Words::literal(numberIn(*memory), where).expr});
        if (memory->kind == Memory::Kind::HostIO) add(spatial::ArgOut{memory->name + "_out", type});
    }
  }
}

}  // namespace stardust::staging
