// The compiled statements of a kernel under one plan, and their run.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backend/cpu/kernel.h"
#include "driver/cpu.h"
#include "driver/device_formats.h"
#include "driver/kept_copies.h"
#include "notation/parse.h"

namespace stardust::driver {

/// The result of a kernel, in the user's format. A further run into it reuses its memory.
class KernelResult {
 public:
  /// Valid until the next run. Precondition: there was a run.
  StorageView view() const {
    StorageView view = converted_ ? viewOf(*converted_) : memory_->view();
    if (format_) view.format = *format_;
    return view;
  }
  /// Converts the values on the host. O(stored).
  void convertTo(ValueType type) {
    converted_ = convertValues(copyOf(view()), type);
    format_.reset();
  }

 private:
  friend class Kernel;
  friend class KernelProgram;
  friend class ReadyCall;
  std::optional<cpu::Result> memory_;
  std::optional<Storage> converted_;       ///< replaces `memory_` if the loops assemble another format
  std::optional<Format> format_;           ///< as declared, where a program states widths that the extents need
  std::vector<KernelResult> temporaries_;  ///< of a product that is computed by several statements
};

/// A statement of a kernel, as written, and in the formats and the order of loops that a plan chose.
struct PlannedStatement {
  notation::Assignment assignment;
  Ready ready;
};
/// Temporaries first.
using PlannedStatements = std::vector<PlannedStatement>;

/// Plans a kernel with the facts of `problem`, which has no data. A product or a sum becomes several statements where
/// that is worthwhile (planner/factoring.h), unless `strict`. Throws as forCpu.
PlannedStatements plannedStatements(const Problem& problem, bool strict, planner::Abilities abilities);

/// Whether two plans of one kernel make the same statements, loops and copies.
bool isSamePlan(const PlannedStatements& a, const PlannedStatements& b);

/// Several threads may run it concurrently, each with a result of its own.
class KernelProgram {
 public:
  using Extents = std::map<notation::IndexVar, notation::Extent>;
  using Arguments = std::map<std::string, Argument>;

  /// Throws as compileForCpu and cpu::Kernel.
  /// With `interpreted`, runs interpret the loops on copies of the operands, and throw as exec::interpret.
  KernelProgram(PlannedStatements statements, const CpuSettings& settings, bool interpreted = false);

  /// Runs on matching operands, by name. `dims` and `extents`: of the result, and of variables.
  void run(Arguments operands, const std::vector<std::int64_t>& dims, const Extents& extents,
           KernelResult& result) const;

  const PlannedStatements& statements() const { return statements_; }
  /// Of the last statement, which computes the result.
  const CpuCompiled& compiled() const { return stages_.back().compiled; }
  const std::string& text() const { return text_; }
  double compileSeconds() const;

  /// The compiled function if a run does nothing else: no temporaries, no copies, no conversion of the result, no
  /// interpreter.
  /// Otherwise null.
  const cpu::Kernel* whole() const;
  int threads() const { return threads_; }
  /// The names of the open views (computed.h) that the program reads as tensors of their own.
  std::set<std::string> madeViews() const;

 private:
  struct Stage {
    CpuCompiled compiled;
    std::optional<cpu::Kernel> kernel;                ///< none: interpreted
    std::vector<std::unique_ptr<KeptCopies>> copies;  ///< by receipt
  };

  void run(std::size_t stage, Arguments operands, const std::vector<std::int64_t>& dims, KernelResult& into) const;

  int threads_;
  PlannedStatements statements_;
  std::vector<Stage> stages_;
  std::string text_;
};

}  // namespace stardust::driver
