#include "backend/mpi/launch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <vector>

#include "backend/cpu/compiler.h"
#include "backend/cpu/process.h"
#include "files/files.h"
#include "support/diagnostic.h"

namespace stardust::mpi {
namespace {

constexpr double longestRun = 3600;  // seconds

[[noreturn]] void failWithout(const std::string& tool) {
  failUser(fmt::format("there is no {}", tool), {}, "--target=mpi compiles with mpicc, and runs under mpirun",
           "install an MPI (apt-get install openmpi-bin libopenmpi-dev), or choose --target=cpu");
}

bool isOpenMpi() {
  const cpu::Finished version = cpu::run({"mpirun", "--version"});
  if (!version.started) failWithout("mpirun");
  return version.output.find("Open MPI") != std::string::npos || version.output.find("OpenRTE") != std::string::npos;
}

// The words of the rank that failed; otherwise the first line that is not blank or ruled, as mpirun's messages begin.
std::string errorIn(const std::string& output) {
  const std::string ours = "stardust: ";
  const std::size_t rank = output.find(ours + "rank ");
  const std::size_t from = rank == std::string::npos ? output.find_first_not_of("-\n ") : rank + ours.size();
  if (from == std::string::npos) return "it ended without a message";
  return output.substr(from, output.find('\n', from) - from);
}

}  // namespace

void compileProgram(const std::string& text, const std::string& folder, const std::string& program,
                    const std::atomic<bool>* cancelled) {
  const std::string source = folder + "/program.c";
  writeFile(source, text);
  std::vector<std::string> command = {"mpicc"};
  for (const std::string& flag : cpu::argumentsOf({}))
    if (flag != "-shared" && flag != "-fPIC") command.push_back(flag);
  for (const char* more : {"-o", program.c_str(), source.c_str(), "-lm"}) command.emplace_back(more);
  cpu::ProcessLimits limits;
  limits.cancelled = cancelled;
  const cpu::Finished compiled = cpu::run(command, limits, folder);
  if (!compiled.started) failWithout("mpicc");
  if (compiled.cancelled) failUnsupported("the compilation was interrupted");
  if (!compiled.succeeded()) failInternal(fmt::format("mpicc refuses the program: {}", errorIn(compiled.output)));
}

void launch(const std::string& program, const std::string& folder, int ranks, int runs,
            const std::atomic<bool>* cancelled) {
  std::vector<std::string> command = {"mpirun", "-np", std::to_string(ranks)};
  if (isOpenMpi()) {
    command.emplace_back("--oversubscribe");
    if (geteuid() == 0) command.emplace_back("--allow-run-as-root");  // as in a container
    for (const char* word : {"--mca", "btl", "self,vader", "--mca", "btl_vader_single_copy_mechanism", "none"})
      command.emplace_back(word);
  }
  command.insert(command.end(), {program, folder, std::to_string(runs)});
  cpu::ProcessLimits limits;
  limits.seconds = longestRun;
  limits.cancelled = cancelled;
  const cpu::Finished ran = cpu::run(command, limits, folder);
  if (!ran.started) failWithout("mpirun");
  if (ran.cancelled) failUnsupported("the run was interrupted");
  if (ran.timedOut) failUnsupported(fmt::format("the ranks did not end within {:.0f} seconds", longestRun));
  if (!ran.succeeded()) failUser(errorIn(ran.output), {}, "MPI stopped all ranks");
}

}  // namespace stardust::mpi
