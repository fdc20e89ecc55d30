// Accel: the program that is made of its body, its run, and what that leaves behind.
#include <fmt/format.h>

#include "staging/carried.h"
#include "staging/library.h"
#include "staging/ordered.h"

namespace stardust::staging {

using spatial::Expr;

namespace {

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
  loops.rounds.beginAccel();
  const auto names = stage.taken;
  const auto state = random;
  const auto staged = [&] { return stagedOnce(block, isForever, call.where); };
  auto program = staged();
  while (memories.needsMore() || !loops.rounds.areKnown()) {
    if (!memories.needsMore()) loops.rounds.learn(measured(loops.rounds.measured(program)));
    stage.taken = names;
    random = state;
    program = staged();
  }
  spatial::HostFiles files;
  boundary(program, files);
  program = withOrderedAccesses(withCarriedRegs(program));
  outcome.programs.push_back(program);
  takeResults(accelerator_(program, files));
  return {};
}

/// What Accel becomes, unless it turns out that it needs more than it seemed to.
spatial::Program Evaluator::stagedOnce(const Value& block, bool isForever, const Location& where) {
  spatial::Program program;
  program.name = outcome.name;
  program.isSpeculative = true;
  memories.beginStaging();
  loops.rounds.beginStaging();
  const Into into(stage, &program.accel);
  memories.holdHostIO();
  if (isForever)
    loops.foreach ({series({{}, {}, {}, makeNumber(int32, std::int64_t{1}), true, false})}, block, nullptr, where);
  else
    loops.keepEffect(invoke(block, {}, where), where);
  memories.connectStreams(program.accel);
  memories.declareResults(program.accel);
  memories.endStaging();
  return program;
}

/// Interprets Accel to see how long its loops are.
spatial::RunOutput Evaluator::measured(spatial::Program program) {
  spatial::HostFiles files;
  boundary(program, files);
  program = withOrderedAccesses(withCarriedRegs(program));
  return (request_.interpreter ? request_.interpreter : accelerator_)(program, files);
}

/// What the accelerator leaves behind.
void Evaluator::takeResults(const spatial::RunOutput& output) {
  for (const auto& memory : memories.outside()) {
    const auto& values = memory->kind == Memory::Kind::Dram ? output.drams : output.argOuts;
    const auto name = memory->kind == Memory::Kind::HostIO ? memory->name + "_out" : memory->name;
    const auto found = values.find(name);
    if (found == values.end()) continue;
    if (memory->kind == Memory::Kind::Dram)
      memory->words = found->second.words;
    else if (!found->second.words.empty())
      memory->word = found->second.words.front();
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
        const auto size = static_cast<double>(memory->size());
        add(spatial::Dram{memory->name, type, Expr({spatial::Literal{spatial::Type::Int, size}, where})});
        if (memory->words.empty()) break;
        const auto file = memory->name + ".csv";
        add(spatial::HostLoad{memory->name + "_csv", type, file});
        add(spatial::SetMem{memory->name, memory->name + "_csv"});
        files[file] = {type, memory->words};
        break;
      }
      case Memory::Kind::ArgOut:
        add(spatial::ArgOut{memory->name, type});
        break;
      default:
        add(spatial::ArgIn{memory->name, type, Words::literal(numberIn(*memory), where).expr});
        if (memory->kind == Memory::Kind::HostIO) add(spatial::ArgOut{memory->name + "_out", type});
    }
  }
}

}  // namespace stardust::staging
