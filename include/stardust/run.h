// Running a tensor's expression: where, on what machine, and what came out.
#pragma once

#include <cstdint>
#include <string>

namespace stardust {

enum class Target {
  Capstan,    ///< the cycle-level simulator
  Interpret,  ///< the interpreter of the Spatial program
  Oracle,     ///< the reference evaluator, which never sees the compiler
  Cpu,        ///< this computer, through its C compiler (docs/guide/cpu.md)
};

struct RunOptions {
  Target target = Target::Cpu;
  std::string machine = "capstan";  ///< a name of `stardust machines`, or a path to a TOML file
  std::string memory = "hbm2e";     ///< likewise: ddr4-2133x4, hbm2e, ideal
  bool strict =
      false;  ///< refuse instead of converting a tensor, or running a statement, on the host (the report says which)
  int threads = 0;  ///< of the CPU: how many work on the kernel; 0: one for each processor that may be used
};

/// What a run measured. Cycles and bytes are 0 unless Capstan ran it, seconds unless Capstan or this computer did.
struct Report {
  bool verified = false;  ///< compared in full with the reference
  double maxRelativeError = 0;
  std::int64_t cycles = 0;
  double seconds = 0;   ///< on the machine, not of the simulation; on the CPU, the median of the timed runs
  bool onHost = false;  ///< the accelerator has no rule for the statement, so this computer ran it
  std::int64_t dramReadBytes = 0, dramWriteBytes = 0;
  std::string json;  ///< the whole report, as `stardust run --json` writes it (docs/guide/report.md)
};

}  // namespace stardust
