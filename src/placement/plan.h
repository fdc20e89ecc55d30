// The memory analysis of the paper's section 5: every sub-array of every tensor bound to a memory, with where it is allocated, what is
// transferred, and why. Computed from access patterns and real sizes; nothing here emits code.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cin/nodes.h"
#include "iteration/rules.h"

namespace stardust::placement {

enum class MemoryType { Dram, SparseDram, Sram, SparseSram, SparseParSram, Fifo, Reg };
std::string toString(MemoryType memory);

/// Elements of an emitted FIFO, as in the programs of the paper: one vector, so that a stream and its reader run at full width.
inline constexpr std::int64_t fifoDepth = 16;

/// The facts of the machine that placement needs; the driver fills them from the machine file.
struct Limits {
  int lanes = 16;                 ///< words in a vector
  std::int64_t pmuWords = 65536;  ///< of one memory unit
  int pmus = 200;
  int maxOuterParShared = 16;     ///< bodies that can share one randomly accessed memory (shuffle networks)
};

/// One forall of the statement. The tree of loops is given by `parent`; "" is the top level, outside every loop.
struct Loop {
  notation::IndexVar var;
  std::string parent;
  int depth = 1;           ///< 1 for an outermost loop
  bool leaf = false;       ///< contains no other loop: its iterations are vectorised
  std::int64_t dim = 0;
  int par = 1;             ///< innerPar (or the factor of its Map) for a leaf, outerPar for the outermost, else 1
  iteration::Iteration iteration;
  bool sparse() const { return iteration.driver.has_value(); }
};

/// The pos and crd arrays of one compressed level of an access.
struct LevelPlan {
  int level = 0;
  MemoryType pos = MemoryType::Sram;    ///< read at the parent's position and the one after
  std::int64_t posWords = 0;    ///< positions of the parent level + 1
  std::string posWhy;
  bool coordinateUsed = false;  ///< else the crd array is not even loaded
};

/// How one access, e.g. C(i,k), reaches its values. Levels [0, sliceBegin) are located by loops; levels [sliceBegin, order) are all dense and
/// are kept on chip as one contiguous slice. sliceBegin == order: values come one by one with the positions of the last level.
struct AccessPlan {
  notation::Access access;
  bool result = false;
  MemoryType values = MemoryType::Sram;
  int sliceBegin = 0;
  std::int64_t words = 0;       ///< of the slice; FIFO depth for a FIFO
  std::string site;             ///< loop in whose body the memory is allocated and transferred; "" top
  std::string lastLoop;         ///< loop in whose body the value is read or written; "" for a scalar
  std::string stagedAs;         ///< name asked for by precompute, or empty
  int sharedBy = 1;             ///< bodies that share the memory
  std::vector<LevelPlan> levels;  ///< the compressed ones, outermost first
  /// For a result level that is compressed: the operand whose pos and crd it has. Only results.
  std::optional<notation::Access> structureOf;
  std::string why;              ///< of `values`
};

/// One line of the table that users see.
struct Row {
  std::string array;     ///< "B2_crd", "C_vals"
  std::string access;    ///< "B(i,j)"
  MemoryType memory = MemoryType::Dram;
  std::int64_t words = 0;  ///< on chip; a FIFO's depth
  std::string site;      ///< loop variable, "" top
  std::string transfer;
  std::string why;
};

struct Plan {
  cin::Stmt stmt;                       ///< with copies resolved: what lowering walks
  int innerPar = 16, outerPar = 1;
  std::map<std::string, Loop> loops;    ///< by index variable
  std::vector<AccessPlan> accesses;     ///< operands in order of first appearance, then the result
  std::vector<Row> rows;

  const AccessPlan& of(const notation::Access& access) const;
  const AccessPlan& result() const { return accesses.back(); }
};

/// The memory a scalar reduction or a value needs is a Reg; every off-chip array also has its DRAM.
/// Dimensions of all tensors must be known. Throws Error: unsupported (says which access, why, and the nearest format or schedule that
/// works), user (parallelisation out of range for this statement).
Plan plan(const cin::Stmt& stmt, const Limits& limits);

/// A text table of plan.rows.
std::string print(const Plan& plan);
/// For each loop: its contraction set, the rules that fired, the pattern it became.
std::string explainLoops(const Plan& plan);

}  // namespace stardust::placement
