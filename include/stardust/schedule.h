// The scheduling language in C++: an IndexStmt is a value; each command returns a new one.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "stardust/index.h"

namespace stardust {

class TensorBase;

/// A variable of environment(): innerPar (lanes of the innermost loop), outerPar (copies of the body of the outermost
/// loop), scanDensity (the percentage of stored coordinates from which an intersection is scanned instead of searched:
/// 0 always, 100 never; unset: the cheaper alternative).
struct EnvironmentVar {
  const char* name;
};
inline constexpr EnvironmentVar innerPar{"innerPar"};
inline constexpr EnvironmentVar outerPar{"outerPar"};
inline constexpr EnvironmentVar scanDensity{"scanDensity"};

struct Backend {
  const char* name;
};
inline constexpr Backend Spatial{"Spatial"};

struct BackendFunction {
  const char* name;
};
inline constexpr BackendFunction Reduction{"Reduction"};
inline constexpr BackendFunction BulkLoad{"BulkLoad"};
inline constexpr BackendFunction BulkStore{"BulkStore"};

/// The hardware that runs iterations of a loop concurrently: threads of a processor, or the lanes of its vectors.
enum class ParallelUnit { CPUThread, CPUVector };
inline constexpr ParallelUnit CPUThread = ParallelUnit::CPUThread;
inline constexpr ParallelUnit CPUVector = ParallelUnit::CPUVector;

/// The arrays of an operand: positions and coordinates of compressed levels, and values.
enum class StoredPart { Positions, Coordinates, Values };

/// Concrete index notation under a schedule (paper, tables "scheduling-old" and "scheduling-new"). Every command throws
/// Error (user), with a reason and the nearest legal alternative, if it does not apply.
class IndexStmt {
 public:
  struct State;
  explicit IndexStmt(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  /// The schedule that is predicted to take the fewest cycles on the accelerator. It is chosen for the operands when
  /// the statement is evaluated, and Report::json names it in a note. No other command may be beside it: an earlier one
  /// is refused (user), and a later one (unsupported).
  IndexStmt autoschedule() const;
  IndexStmt environment(EnvironmentVar var, int value) const;
  /// Reorders directly nested loops in any way. Refused only where a later assignment replaces an earlier one.
  IndexStmt reorder(const std::vector<IndexVar>& vars) const;
  /// The loop over `var` becomes two over new variables: var = outer * factor + inner, with inner below `factor`.
  /// The last tile may be partial. factor: 1 or more.
  IndexStmt splitUp(const IndexVar& var, const IndexVar& outer, const IndexVar& inner, std::int64_t factor) const;
  /// As splitUp, but with `outer` below `factor`: var = outer * ceil(extent / factor) + inner.
  IndexStmt splitDown(const IndexVar& var, const IndexVar& outer, const IndexVar& inner, std::int64_t factor) const;
  /// Two directly nested loops become one over a new variable.
  IndexStmt fuse(const IndexVar& outer, const IndexVar& inner, const IndexVar& fused) const;
  /// States the extent of a variable. Refused if a different extent is known.
  IndexStmt bound(const IndexVar& var, std::int64_t extent) const;
  /// Runs the iterations of the loop over `var` concurrently: on several threads (an outermost loop) or in vector lanes
  /// (an innermost loop). Iterations must not modify shared data, except for sums, which may be reassociated.
  /// Processors only (Target::Cpu), like the next two commands.
  IndexStmt parallelize(const IndexVar& var, ParallelUnit unit) const;
  IndexStmt vectorize(const IndexVar& var) const;  ///< parallelize(var, CPUVector)
  /// Unrolls the loop over `var` by `factor` (2 to 64), in iteration order.
  IndexStmt unroll(const IndexVar& var, std::int64_t factor) const;
  /// Replaces the loop over `var` by a loop over the positions of `operand`: `var` is the coordinate at each position,
  /// and coordinates that the operand does not store are skipped. After fuse(i, j, f), pos(f, fpos, A) iterates over
  /// all non-zeros; splitUp(fpos, chunk, inner, n) and parallelize(chunk, CPUThread) distribute them equally. The
  /// levels of `operand` over `var` must be adjacent, the last one compressed. Processors only.
  IndexStmt pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand) const;
  /// The same for an operand that the statement reads more than once, identified by its access, e.g. operand(i,k).
  IndexStmt pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand,
                const std::vector<IndexVar>& indices) const;
  /// Loads the arrays of `operand` into the accelerator as a whole, before all loops; each place that reads them has a
  /// copy. Accelerator only, like the next four commands.
  IndexStmt keep(const TensorBase& operand) const;
  /// The same for some arrays. `level`, from 1: positions or coordinates of that level; 0: of all levels.
  IndexStmt keep(const TensorBase& operand, StoredPart part, int level = 0) const;
  /// Streams the coordinates and values of `operand` once for each iteration of the loop over `var`, in place of once
  /// for each fiber. The loops inside must visit all fibers in stored order.
  IndexStmt stream(const TensorBase& operand, const IndexVar& var) const;
  /// As keep, with one copy that all bodies (at most 16) read.
  IndexStmt share(const TensorBase& operand) const;
  IndexStmt share(const TensorBase& operand, StoredPart part, int level = 0) const;
  /// `workspace` receives `expr` over `vars`, indexed by `workspaceVars`. Declare it on chip, with the value type of
  /// the result and one mode for each variable: Tensor<int> ws(onChip).
  IndexStmt precompute(const IndexExpr& expr, const std::vector<IndexVar>& vars,
                       const std::vector<IndexVar>& workspaceVars, const TensorBase& workspace) const;
  IndexStmt map(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const;
  IndexStmt map(const Pattern& stmt, Backend backend, BackendFunction function, EnvironmentVar factor) const;
  IndexStmt accelerate(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const;
  IndexStmt accelerate(const Pattern& stmt, Backend backend, BackendFunction function, EnvironmentVar factor) const;

  /// One-line form: suchthat(forall(i, …), innerPar=16).
  std::string str() const;
  /// The commands so far, in the notation of the -s flag. Replaying them yields the same statement.
  std::string schedule() const;
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};
std::ostream& operator<<(std::ostream& out, const IndexStmt& stmt);

}  // namespace stardust
