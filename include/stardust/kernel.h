// Kernels: an expression with its schedule, compiled for this computer once and then used on any data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stardust/schedule.h"
#include "stardust/tensor.h"

namespace stardust {

struct KernelOptions {
  int threads = 0;      ///< how many work on one call; 0: one for each processor that may be used
  bool strict = false;  ///< refuse instead of converting a tensor at each call
  std::string compiler =
      {};  ///< a C compiler by path or name, possibly with arguments; empty: the first of cc, clang and gcc in PATH
};

/// A compiled statement. Copies share it. Calls may run in several threads at once, on results of their own; they may
/// share operands, as long as nobody changes these.
class Kernel {
 public:
  /// k(y, A, x): the result, then the operands in the order in which the expression first names them. They are tensors
  /// of the formats and types that the kernel was compiled for, of any extents that agree with each other, and need no
  /// names.
  ///
  /// The result is not compared with the reference, unlike with evaluate(). Whatever its tensor held is replaced, an
  /// assignment too; memory of an earlier call is used again. The result may also be an operand: it then gets new
  /// memory. A kernel of y(i) += e, where y held something, adds to what the result holds at the call.
  ///
  /// Throws Error (user): arguments that do not fit, which leaves the result as it was; not enough memory or a division
  /// of integers by zero, which leaves it without entries. Takes the kernel's own time and some 5 microseconds;
  /// conversions, where the kernel needs any (see KernelOptions::strict), take O(stored) more.
  template <class... Operands>
  void operator()(const TensorBase& result, const Operands&... operands) const {
    run({result, operands...});
  }
  void run(const std::vector<TensorBase>& arguments) const;

  /// The C text.
  const std::string& text() const;
  double compileSeconds() const;  ///< in the C compiler; 0 if the kernel was in the cache (docs/guide/cpu.md)

  struct State;
  explicit Kernel(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

/// Compiles a statement: that of getAssignment(), with or without a schedule. Extents and values of its tensors are not
/// part of the kernel. Throws Error: no C compiler (user), what the CPU cannot compute (unsupported).
Kernel compile(const IndexStmt& stmt, const KernelOptions& options = {});

}  // namespace stardust
