// The expressions of a kernel file as one kernel: the result of each is an operand of later ones, and the expressions
// of a block run in rounds.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/kernel.h"
#include "driver/kernel_spec.h"
#include "driver/repeat.h"

namespace stardust::driver {

/// An expression of a sequence.
struct KernelStep {
  Problem problem;  ///< without data and extents
  Kernel::Extents extents = {};
  std::optional<std::size_t> repeat = {};    ///< the number of its block
  std::string old = {};                      ///< the operand with the value of the result so far; empty: none
  std::optional<ValueType> resultType = {};  ///< to which the host converts the result
  bool isTemporary = false;                  ///< the result is read by later steps only
};

/// Throws Error (user) for lines of a kernel that only runs of the tool have: data, machines, reports.
void requireForCalls(const KernelSpec& spec);

/// The steps of a kernel without data. Throws Error: as steps() and kernelProblem(), and for an operand whose absent
/// entries count, unless it is dense (unsupported).
std::vector<KernelStep> kernelSteps(const KernelSpec& spec);

/// Several threads may run it concurrently, each with results of its own.
class KernelSequence {
 public:
  using Dims = std::vector<std::int64_t>;

  /// Throws as Kernel.
  KernelSequence(std::vector<KernelStep> steps, std::vector<Repeat> repeats, const CpuSettings& settings,
                 const KernelPlanning& planning);

  /// The tensors that the expressions compute, each once, in the order of the expressions, without temporaries.
  const std::vector<notation::TensorVar>& results() const { return results_; }
  /// The tensors that are read before an expression computes them, each once, in order of appearance. A tensor that a
  /// block carries from round to round is a result, and its first value may be an operand.
  const std::vector<notation::TensorVar>& operands() const { return operands_; }
  /// A result, or an operand: results come first.
  const notation::TensorVar& parameter(std::size_t n) const {
    return n < results_.size() ? results_[n] : operands_.at(n - results_.size());
  }
  std::size_t parameters() const { return results_.size() + operands_.size(); }
  std::size_t blocks() const { return repeats_.size(); }
  /// The expressions as the user wrote them, separated by "; ".
  const std::string& written() const { return written_; }
  /// The C of all expressions that the next run uses.
  std::string text() const;
  double compileSeconds() const;

  /// Throws Error (user) unless a tensor of this format and type can be passed for result `n`.
  void requireFits(std::size_t n, const Format& format, ValueType type) const;
  /// The extents of the result of each step, derived from those of the operands. Those of results()[n] must agree with
  /// `expected[n]`, unless that is empty or missing. Throws as Kernel::requireFit. O(levels of all tensors).
  std::vector<Dims> requireFit(const std::vector<Argument>& operands, const std::vector<Dims>& expected = {}) const;

  /// Runs on matching operands; `dims` as returned by requireFit. `into[n]` gives its memory to results()[n], and
  /// receives its value; null: the value is not wanted. No operand may be a view into a result. Returns the rounds of
  /// each block. Throws as Kernel::run; the results are then empty.
  std::vector<Rounds> run(std::vector<Argument> operands, const std::vector<Dims>& dims,
                          const std::vector<KernelResult*>& into) const;

  /// Further runs on arguments like these, after a run. None for several expressions, and as Kernel::readyCall.
  std::optional<ReadyCall> readyCall(const std::vector<Argument>& operands) const;

 private:
  struct Step {
    Kernel kernel;
    std::optional<std::size_t> repeat;
    std::string old;
    std::optional<ValueType> resultType;
    notation::TensorVar result;  ///< with that type
  };
  using Named = std::map<std::string, Argument>;
  class Running;

  std::vector<Argument> operandsOf(const Step& step, const Named& values) const;
  std::size_t endOfBlock(std::size_t step) const;
  void fit(std::size_t step, const std::map<std::string, Dims>& expected, Named& shapes, std::vector<Dims>& dims) const;

  std::vector<Step> steps_;
  std::vector<Repeat> repeats_;
  std::vector<notation::TensorVar> results_, operands_;
  std::string written_;
};

}  // namespace stardust::driver
