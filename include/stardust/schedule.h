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

/// A variable of environment(): innerPar (lanes of the innermost loop), outerPar (copies of the outermost loop's body),
/// scanDensity (from which percentage of stored coordinates on an intersection is scanned, not searched: 0 always, 100
/// never; without it the cheaper way is taken).
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

/// What works on the iterations of a loop at the same time: threads of a processor, or the lanes of its vectors.
enum class ParallelUnit { CPUThread, CPUVector };
inline constexpr ParallelUnit CPUThread = ParallelUnit::CPUThread;
inline constexpr ParallelUnit CPUVector = ParallelUnit::CPUVector;

/// Concrete index notation under a schedule (paper, tables "scheduling-old" and "scheduling-new").
/// Every command throws Error (user) with a reason and the nearest legal thing when it does not apply.
class IndexStmt {
 public:
  struct State;
  explicit IndexStmt(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  IndexStmt environment(EnvironmentVar var, int value) const;
  /// Any order of loops that are directly nested; refused only where a later assignment replaces an earlier one.
  IndexStmt reorder(const std::vector<IndexVar>& vars) const;
  /// The loop over `var` becomes two over new variables: var = outer * factor + inner, with inner below `factor`.
  /// The last tile may be partial. factor: 1 or more.
  IndexStmt splitUp(const IndexVar& var, const IndexVar& outer, const IndexVar& inner, std::int64_t factor) const;
  /// As splitUp, but with `outer` below `factor`: var = outer * ceil(extent / factor) + inner.
  IndexStmt splitDown(const IndexVar& var, const IndexVar& outer, const IndexVar& inner, std::int64_t factor) const;
  /// Two directly nested loops become one over a new variable.
  IndexStmt fuse(const IndexVar& outer, const IndexVar& inner, const IndexVar& fused) const;
  /// States the extent of a variable; refused if it is known to be another.
  IndexStmt bound(const IndexVar& var, std::int64_t extent) const;
  /// The loop over `var` runs on several threads (an outermost loop), or in the lanes of vectors (an innermost one).
  /// Its iterations must change nothing that others change, but for sums, which may be reassociated. Of processors only
  /// (Target::Cpu), like the next two.
  IndexStmt parallelize(const IndexVar& var, ParallelUnit unit) const;
  IndexStmt vectorize(const IndexVar& var) const;  ///< parallelize(var, CPUVector)
  /// The loop over `var` takes `factor` iterations (2 to 64) at a time, one after the other.
  IndexStmt unroll(const IndexVar& var, std::int64_t factor) const;
  /// The loop over `var` counts what `operand` stores of it: var is the coordinate at a position, and nothing happens
  /// where the operand stores nothing. After fuse(i, j, f), pos(f, fpos, A) counts all non-zeros; splitUp(fpos, chunk,
  /// inner, n) and parallelize(chunk, CPUThread) share them equally. The levels of `operand` over `var` are adjacent,
  /// the last one compressed. Of processors only.
  IndexStmt pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand) const;
  /// The same for an operand that is read more than once: as operand(i,k), say.
  IndexStmt pos(const IndexVar& var, const IndexVar& position, const TensorBase& operand,
                const std::vector<IndexVar>& indices) const;
  /// `workspace` receives `expr` over `vars`, indexed by `workspaceVars`. It is declared on chip, with the type of the
  /// result and one mode for each variable: Tensor<int> ws(onChip).
  IndexStmt precompute(const IndexExpr& expr, const std::vector<IndexVar>& vars,
                       const std::vector<IndexVar>& workspaceVars, const TensorBase& workspace) const;
  IndexStmt map(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const;
  IndexStmt map(const Pattern& stmt, Backend backend, BackendFunction function, EnvironmentVar factor) const;
  IndexStmt accelerate(const Pattern& stmt, Backend backend, BackendFunction function, int factor) const;
  IndexStmt accelerate(const Pattern& stmt, Backend backend, BackendFunction function, EnvironmentVar factor) const;

  /// One line: suchthat(forall(i, …), innerPar=16).
  std::string str() const;
  /// The commands so far, in the notation of the -s flag; replaying them gives the same statement.
  std::string schedule() const;
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};
std::ostream& operator<<(std::ostream& out, const IndexStmt& stmt);

}  // namespace stardust
