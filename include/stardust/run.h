// Evaluation of a tensor: the target, the machine, and the report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stardust {

/// An execution target, identified by its name in `stardust targets`. A value type. It refers to the text of the name,
/// which must outlive it.
class Target {
 public:
  constexpr explicit Target(const char* name) : name_(name) {}
  constexpr std::string_view name() const { return name_; }
  friend constexpr bool operator==(const Target& a, const Target& b) { return a.name_ == b.name_; }
  friend constexpr bool operator!=(const Target& a, const Target& b) { return !(a == b); }

  static const Target Capstan;    ///< the cycle-level simulator
  static const Target Interpret;  ///< the interpreter of the Spatial program
  static const Target Oracle;     ///< the reference evaluator, which is independent of the compiler
  static const Target Cpu;        ///< this computer, through its C compiler (docs/guide/cpu.md)
  static const Target Gpu;        ///< a GPU, through CUDA (docs/guide/gpu.md)
  static const Target Sam;        ///< stream graphs on the Sparse Abstract Machine (docs/guide/sam.md)
  static const Target Mpi;        ///< ranks of MPI (docs/guide/mpi.md)

 private:
  std::string_view name_;
};

inline constexpr Target Target::Capstan{"capstan"};
inline constexpr Target Target::Interpret{"interpret"};
inline constexpr Target Target::Oracle{"oracle"};
inline constexpr Target Target::Cpu{"cpu"};
inline constexpr Target Target::Gpu{"gpu"};
inline constexpr Target Target::Sam{"sam"};
inline constexpr Target Target::Mpi{"mpi"};

struct RunOptions {
  Target target = Target::Cpu;
  std::string machine = "capstan";  ///< a name of `stardust machines`, or a path to a TOML file
  std::string memory = "hbm2e";     ///< likewise: ddr4-2133x4, hbm2e, ideal
  bool strict = false;    ///< refuse to convert a tensor or run a statement on the host (the report says which)
  int threads = 0;        ///< CPU threads of the kernel; 0: one for each usable processor
  bool pictures = false;  ///< record the activity of each simulated unit, for Report::page and Report::trace
};

/// Measurements of a run. Cycles and bytes are 0 except on Capstan. Seconds are 0 except on Capstan and the CPU.
struct Report {
  bool verified = false;  ///< fully compared with the reference
  double maxRelativeError = 0;
  std::int64_t cycles = 0;
  double seconds = 0;   ///< time on the machine, not of the simulation; on the CPU, the median of the timed runs
  bool onHost = false;  ///< the accelerator has no rule for the statement, so the host ran it
  std::int64_t dramReadBytes = 0, dramWriteBytes = 0;
  std::string json;  ///< the whole report, in the form of `stardust run --json` (docs/guide/report.md)
  /// Empty unless RunOptions::pictures is set and Capstan ran: an HTML page that shows where the time went, and a
  /// Perfetto trace, as written by `stardust run --report` and `--trace` (docs/guide/seen.md).
  std::string page, trace;
};

/// The legal names for RunOptions, as listed by `stardust targets` and `stardust machines`. A machine or memory system
/// may also be a path.
std::vector<std::string> targets();
std::vector<std::string> machines();
std::vector<std::string> memories();

}  // namespace stardust
