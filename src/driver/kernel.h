// A kernel for the CPU as a value: compiled once, run on any data of its formats and types.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "driver/kept_views.h"
#include "driver/kernel_program.h"
#include "driver/ready_call.h"
#include "notation/views.h"

namespace stardust::driver {

/// How a kernel is planned (docs/internals/planner.md).
struct KernelPlanning {
  bool strict = false;  ///< refuse an operand or result that each run would convert
  bool again = true;    ///< plan and compile again for the operands of the first run, unless the schedule decides
  /// The share of a copy that one run pays, if copies are kept for later runs.
  double copyShare = 1;
  bool interpreted = false;  ///< runs interpret the loops: slow, and without a C compiler
};

/// Several threads may run it concurrently, each with a result of its own. It is planned with assumed facts at first,
/// and once more with those of the operands of its first run. Operands whose positions or coordinates have other widths
/// get a program of their own, which is compiled in the first run with these widths.
class Kernel {
 public:
  using Extents = KernelProgram::Extents;

  /// Ignores extents and data of the problem. `extents` are those of every run; `settings.runs` is ignored. Throws as
  /// forCpu, compileForCpu and cpu::Kernel.
  Kernel(Problem problem, const CpuSettings& settings, const KernelPlanning& planning = {}, Extents extents = {});

  /// As the user wrote it, without extents.
  const notation::Assignment& assignment() const { return assignment_; }
  /// In order of first appearance, each once.
  const std::vector<notation::TensorVar>& operands() const { return operands_; }
  /// The C that the next run uses. The text lives as long as the kernel.
  const std::string& text() const { return current().text(); }
  /// The tensor of argument `n`: the result (0), or an operand.
  const notation::TensorVar& parameter(std::size_t n) const {
    return n == 0 ? assignment_.lhs.tensor : operands_.at(n - 1);
  }
  double compileSeconds() const;

  /// Throws Error (user) unless a tensor of this format and type can be passed for `parameter`, the result or one of
  /// operands(). The widths of an operand may differ from those of the parameter.
  void requireFits(const notation::TensorVar& parameter, const Format& format, ValueType type) const;
  /// The extents of the result, derived from the operands; `dims` must agree with them, or be empty. Throws Error
  /// (user) for operands that do not match, and for conflicting or unknown extents. O(levels of all arguments).
  std::vector<std::int64_t> requireFit(const std::vector<Argument>& operands,
                                       const std::vector<std::int64_t>& dims = {}) const;

  /// Runs on matching operands; `dims` as returned by requireFit. No operand may be a view into `result`. Throws as
  /// cpu::Kernel. Cost: the kernel's own time, O(levels of all arguments), and conversions; in the first run, a plan
  /// and perhaps a compilation.
  void run(std::vector<Argument> operands, const std::vector<std::int64_t>& dims, KernelResult& result) const;

  /// Further runs on arguments like these, after a run. None if a run converts or computes tensors around the program.
  std::optional<ReadyCall> readyCall(const std::vector<Argument>& operands) const;

 private:
  /// The programs for other widths than those of the parameters, by the widths of all tensors in the order of names.
  struct OfWidths {
    std::mutex mutex;
    std::map<std::vector<Width>, std::unique_ptr<const KernelProgram>> programs;
  };

  /// The program for the operands of the first run, if it is another one.
  struct Again {
    std::once_flag once;
    std::unique_ptr<const KernelProgram> program;
    std::atomic<const KernelProgram*> current = nullptr;
  };

  const KernelProgram& current() const;
  const KernelProgram& programFor(const KernelProgram::Arguments& operands) const;
  const KernelProgram& programFor(const KernelProgram::Arguments& operands,
                                  const std::vector<std::int64_t>& dims) const;
  const KernelProgram& programOf(const std::map<std::string, Widths>& widths,
                                 const KernelProgram::Arguments& operands) const;
  Problem withFacts(const KernelProgram::Arguments& operands) const;
  std::unique_ptr<const KernelProgram> planned(const KernelProgram::Arguments& operands) const;
  void requireRelations(const notation::Assignment& complete) const;
  std::vector<std::int64_t> extentsOfResult(const notation::Extents& extents) const;
  void runComputed(KernelProgram::Arguments operands, const std::map<std::string, std::vector<std::int64_t>>& known,
                   KernelResult& result) const;

  notation::Assignment assignment_;
  std::vector<notation::TensorVar> operands_;
  bool hasIndexValues_;
  Extents extents_;
  Problem problem_;  ///< without data
  CpuSettings settings_;
  KernelPlanning planning_;
  std::unique_ptr<const KernelProgram> first_;
  std::unique_ptr<Again> again_;           ///< null: there is only the first program
  std::map<std::string, Format> formats_;  ///< of the operands of the problem
  std::unique_ptr<OfWidths> ofWidths_ = std::make_unique<OfWidths>();
  std::unique_ptr<KeptViews> views_ = std::make_unique<KeptViews>();  ///< of computed indices
};

}  // namespace stardust::driver
