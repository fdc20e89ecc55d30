#include "exec/spatial_interpreter.h"

#include <fmt/format.h>

#include "exec/spatial_compile.h"
#include "exec/spatial_host.h"
#include "exec/spatial_work.h"

namespace stardust::spatial {
namespace {

constexpr std::size_t maxReasons = 8;

[[noreturn]] void failDeadlocked(const run::Task& accel, const run::Machine& machine) {
  std::vector<run::Blocked> blocked;
  accel.explain(machine, blocked);
  require(!blocked.empty(), "no stage of a Spatial program can proceed, but none waits");
  std::string why;
  for (std::size_t i = 0; i < std::min(blocked.size(), maxReasons); ++i) {
    why += (i == 0 ? "" : "; ") + blocked[i].reason;
  }
  if (blocked.size() > maxReasons) why += fmt::format("; and {} more", blocked.size() - maxReasons);
  const auto* first = blocked.front().statement;
  failWrong(
      "the program deadlocks", first ? first->where : Location(), why,
      "add as many elements to each FIFO as are taken, and make it deep enough for the elements that arrive before its reader starts");
}

RunOutput runOn(run::Machine& machine, const Program& program, const HostFiles& files) {
  run::Scopes scopes;
  run::HostSide host(program, files, machine, scopes);
  const auto accel = run::compile(program, host.symbols(), machine, scopes);
  accel->start(machine);
  while (!accel->isDone()) {
    if (!accel->step(machine)) failDeadlocked(*accel, machine);
  }
  return host.finish();
}

}  // namespace

RunOutput interpret(const Program& program, const HostFiles& files, const Limits& limits,
                    const InterpreterOptions& options) {
  run::Machine machine(options, limits, program.isSpeculative);
  return runOn(machine, program, files);
}

ProgramWork workOf(const Program& program, const HostFiles& files, const Limits& limits, int burstWords,
                   const InterpreterOptions& options) {
  run::Machine machine(options, limits, program.isSpeculative);
  ProgramWork work;
  machine.work = &work.statements;
  machine.burstWords = burstWords;
  runOn(machine, program, files);
  for (const auto& [memory, own] : machine.accesses) {
    Work& all = work.accesses[machine.memories[memory].name()];
    all.words += own.words, all.bursts += own.bursts, all.jumps += own.jumps;
  }
  return work;
}

}  // namespace stardust::spatial
