// Running a tensor's expression: where, on what machine, and what came out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stardust {

/// What runs an expression, by its name: one of `stardust targets`. A value; the text of a name that is passed in has
/// to live as long.
class Target {
 public:
  constexpr explicit Target(const char* name) : name_(name) {}
  constexpr std::string_view name() const { return name_; }
  friend constexpr bool operator==(const Target& a, const Target& b) { return a.name_ == b.name_; }
  friend constexpr bool operator!=(const Target& a, const Target& b) { return !(a == b); }

  static const Target Capstan;    ///< the cycle-level simulator
  static const Target Interpret;  ///< the interpreter of the Spatial program
  static const Target Oracle;     ///< the reference evaluator, which never sees the compiler
  static const Target Cpu;        ///< this computer, through its C compiler (docs/guide/cpu.md)

 private:
  std::string_view name_;
};

inline constexpr Target Target::Capstan{"capstan"};
inline constexpr Target Target::Interpret{"interpret"};
inline constexpr Target Target::Oracle{"oracle"};
inline constexpr Target Target::Cpu{"cpu"};

struct RunOptions {
  Target target = Target::Cpu;
  std::string machine = "capstan";  ///< a name of `stardust machines`, or a path to a TOML file
  std::string memory = "hbm2e";     ///< likewise: ddr4-2133x4, hbm2e, ideal
  bool strict =
      false;  ///< refuse instead of converting a tensor, or running a statement, on the host (the report says which)
  int threads = 0;        ///< of the CPU: how many work on the kernel; 0: one for each processor that may be used
  bool pictures = false;  ///< record what each unit of a simulated machine does, for Report::page and Report::trace
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
  /// With RunOptions::pictures, where Capstan ran it, else empty: a page of HTML that shows where the time went, and a
  /// trace for Perfetto, as `stardust run --report` and `--trace` write them (docs/guide/seen.md).
  std::string page, trace;
};

/// What can be named in RunOptions, as `stardust targets` and `stardust machines` list it. A machine or memory system
/// may also be a path.
std::vector<std::string> targets();
std::vector<std::string> machines();
std::vector<std::string> memories();

}  // namespace stardust
