// Kernels: an expression and its schedule, compiled once for this computer and then run on any data.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "stardust/schedule.h"
#include "stardust/tensor.h"

namespace stardust {

struct KernelOptions {
  int threads = 0;      ///< number of threads per call; 0: one for each usable processor
  bool strict = false;  ///< refuse a kernel that converts a tensor
  std::string compiler =
      {};  ///< C compiler by path or name, possibly with arguments; empty: the first of cc, clang and gcc in PATH
  bool replan = true;  ///< plan again for the operands of the first call (Kernel)
};

/// The rounds of a block that a kernel repeats.
struct Rounds {
  std::int64_t count = 0;
  bool isReached = true;  ///< false: the block ran its most rounds, and its condition does not hold
};

/// A compiled statement, or the expressions of a kernel text. Copies share it. Several threads may call it at once if
/// each uses its own result. Concurrent calls may share operands that no thread modifies.
///
/// A statement without a schedule is planned: the order of the loops, copies of operands in other formats, and
/// temporary tensors for a product of three or more. compile() assumes the sizes and entries of the operands. The first
/// call plans again for its own operands, in O(size of their coordinates), and compiles another program if that plan
/// differs; later calls use it for any operands. KernelOptions::replan turns this off.
class Kernel {
 public:
  /// k(y, A, x): the result, followed by the operands in the order in which the expression first names them. Arguments
  /// must have the formats and value types that the kernel was compiled for. They may have any mutually consistent
  /// extents and need no names.
  ///
  /// The result is not checked against the reference, unlike with evaluate(). The call replaces the contents and any
  /// assignment of the result tensor and reuses the memory of an earlier call. The result may also be an operand; it
  /// then gets new memory. If the kernel computes y(i) += e and y had values at compilation, the call adds to the
  /// current contents of the result.
  ///
  /// Throws Error (user): unsuitable arguments leave the result unchanged; lack of memory or an integer division by
  /// zero leaves it without entries. The overhead of a call is about 5 microseconds, but the first may compile (above).
  /// A copy of an operand in another format, if the kernel needs one (see KernelOptions::strict), takes O(stored) in
  /// the first call with these values. The kernel keeps the four latest copies of each operand, and frees those of
  /// values that have changed or ended. A conversion of the result takes O(stored) in each call.
  template <class... Operands>
  void operator()(const TensorBase& result, const Operands&... operands) const {
    run({result, operands...});
  }
  /// The same for any number of arguments: the results, followed by the operands, as parameters() names them. Returns
  /// the rounds of each block that the text repeats.
  std::vector<Rounds> run(const std::vector<TensorBase>& arguments) const;

  /// The names of the arguments: first the results, one for each tensor that the expressions compute, in their order;
  /// then the operands, the tensors that are read before they are computed, in order of appearance. A tensor that a
  /// block carries from round to round may be both: its first value, and its last.
  std::vector<std::string> parameters() const;
  std::size_t results() const;  ///< number of results

  /// The C text that the next call uses.
  std::string text() const;
  double compileSeconds() const;  ///< time in the C compiler so far; 0 if it was cached (docs/guide/cpu.md)

  struct State;
  explicit Kernel(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

/// Compiles a statement from getAssignment(), with or without a schedule. The kernel does not depend on the extents and
/// values of its tensors. Throws Error: no C compiler (user), or a statement that the CPU backend does not support
/// (unsupported).
Kernel compile(const IndexStmt& stmt, const KernelOptions& options = {});

/// Compiles the text of a kernel file (docs/guide/kernels.md): one or several expressions, with reductions inside of
/// them and blocks that repeat until a condition holds, and lines for formats, types, schedules and fixed extents.
///   Kernel k = compile("y(i) = relu(sum(j, A(i,j) * x(j)) + b(i))\nformat A:csr");
///   k(y, A, x, b);
/// Throws Error: as above, and (user) for lines about data, machines or reports, which a call does not have.
Kernel compile(const std::string& text, const KernelOptions& options = {});

}  // namespace stardust
