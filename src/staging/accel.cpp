// Accel: the program that is made of its body, its run, and what that leaves behind.
#include <fmt/format.h>

#include "staging/carried.h"
#include "staging/evaluator.h"
#include "staging/ordered.h"

namespace stardust::staging {

using spatial::Expr;

/// Accel is staged until nothing turns out to need more than it seemed to.
Value Evaluator::accel(Call& call) {
  if (stage.isActive()) failUser("Accel inside Accel", call.where);
  const auto& list = call.next();
  if (list.size() == 1 && as<NameTree>(list.front().value) && as<NameTree>(list.front().value)->name == "*") {
    failUnsupported("an accelerator that runs forever is not supported yet", call.where, {}, "write Accel { … }");
  }
  if (list.size() != 1) failUser("Accel has one block", call.where);
  spatial::Program program;
  program.name = outcome.name;
  program.isSpeculative = true;
  const auto names = stage.taken;
  const auto state = random;
  do {
    program.accel.clear();
    stage.taken = names;
    random = state;
    memories.beginStaging();
    const Into into(stage, &program.accel);
    loops.keepEffect(invoke(evaluate(list.front().value, call.scope), {}, call.where), call.where);
    memories.endStaging();
  } while (memories.needsMore());
  spatial::HostFiles files;
  boundary(program, files);
  program = withOrderedAccesses(withCarriedRegs(program));
  outcome.programs.push_back(program);
  takeResults(accelerator_(program, files));
  return {};
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
        add(spatial::ArgIn{memory->name, type, Words::literal(numberOfWord(memory->word, memory->type), where).expr});
        if (memory->kind == Memory::Kind::HostIO) add(spatial::ArgOut{memory->name + "_out", type});
    }
  }
}

}  // namespace stardust::staging
