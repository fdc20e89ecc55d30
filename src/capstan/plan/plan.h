// The memory analysis of the paper's section 5. It binds every sub-array of every tensor to a memory, with the place of
// its allocation, its transfer, and the reasons. It uses access patterns and actual sizes, and emits no code.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/plan/facts.h"
#include "cin/derived.h"
#include "cin/nodes.h"
#include "iteration/rewrite.h"

namespace stardust::placement {

enum class MemoryType { Dram, SparseDram, Sram, SparseSram, SparseParSram, Fifo, BitVector, Reg };
std::string toString(MemoryType memory);
/// Whether the memory has random access: a negative address is no access.
bool isRandom(MemoryType memory);

/// Depth of an emitted FIFO, as in the programs of the paper: one vector, so that a stream and its reader run at full
/// width.
inline constexpr std::int64_t fifoDepth = 16;

/// Parameters of the machine for placement; the driver reads them from the machine file.
struct Limits {
  int lanes = 16;                 ///< words in a vector
  std::int64_t pmuWords = 65536;  ///< of one memory unit
  int pmus = 200;
  int maxOuterParShared = 16;  ///< bodies that can share a random-access memory (shuffle networks)
};

/// One forall of the statement. `parent` defines the tree of loops; "" is the top level, outside every loop.
struct Loop {
  notation::IndexVar var;
  std::string parent;
  int depth = 1;      ///< 1 for an outermost loop
  bool leaf = false;  ///< contains no other loop: its iterations are vectorized
  std::int64_t dim = 0;
  int par = 0;          ///< the factor of its Map; 0: innerPar if it is vectorized
  bool copied = false;  ///< an outermost loop with outerPar bodies in parallel
  iteration::Iteration iteration;
  bool sparse() const { return iteration.kind != iteration::Iteration::Kind::Universe; }
};

/// How the position of a coordinate at one level is found.
enum class Locate {
  Dense,     ///< parent * dim + coordinate
  Position,  ///< the level drives its loop: the loop's iterator is the position
  Rank,      ///< one of the bit vectors of a scan: the scanner counts set bits
  Search,    ///< a binary search among the coordinates of the fiber
};

struct LevelPlan {
  int level = 0;
  Locate locate = Locate::Dense;
  std::string loop;          ///< the loop in whose body the position is known
  bool mayBeAbsent = false;  ///< the position may be -1: the coordinate is absent here or above
  // For compressed levels:
  MemoryType pos = MemoryType::Sram;
  std::int64_t posWords = 0;
  bool posSlice = false;  ///< only the positions of one parent fiber, loaded when that fiber is opened
  bool posKept = false;   ///< by the schedule
  std::string posWhy;
  MemoryType crd = MemoryType::Fifo;
  std::int64_t crdWords = fifoDepth;
  std::string crdWhy;
  std::int64_t maxFiber = 0;  ///< positions in the longest fiber
};

/// The assembly of a compressed result: the origin of its positions and coordinates.
enum class Assembly {
  None,      ///< all levels are dense
  Shared,    ///< those of one operand: the same arrays, not copies
  Counted,   ///< a counting pass, prefix sums, a filling pass
  Reserved,  ///< one pass: each fiber is counted where it is filled, and takes the next positions in order
};

/// The flags of a workspace's stored coordinates: a word for each or, in a sparse workspace, a bit.
struct Flags {
  MemoryType memory = MemoryType::Reg;
  std::int64_t words = 0;  ///< 0: none
  std::string why;
};

/// A part of one level: its coordinates outer * stride + inner, of one `outer` (split_up, split_down).
struct Tile {
  notation::IndexVar outer, inner;
  std::int64_t stride = 1;
};

/// How one access, e.g. C(i,k), reaches its values. Loops locate the levels [0, sliceBegin). The levels [sliceBegin,
/// order) are all dense, and are kept on chip as one contiguous slice. sliceBegin == order: values are accessed one by
/// one at the positions of the last level.
struct AccessPlan {
  notation::Access access;
  bool result = false;
  MemoryType values = MemoryType::Sram;
  int sliceBegin = 0;
  std::int64_t words = 0;         ///< of the slice; the depth of a FIFO
  std::string site;               ///< loop in whose body the memory is allocated and transferred; "": top level
  std::string lastLoop;           ///< loop in whose body the value is read or written; "" for a scalar
  std::optional<Tile> tile;       ///< of level sliceBegin, if the slice has only this part of it
  std::string streamLoop;         ///< the loop in whose body streams begin (stream); "": around each fiber
  std::string stagedAs;           ///< name from precompute, or empty
  int sharedBy = 1;               ///< bodies that share the memory
  std::vector<LevelPlan> levels;  ///< all levels, outermost first
  std::string why;                ///< reason for `values`
  bool mayBeAbsent() const { return !levels.empty() && levels.back().mayBeAbsent; }

  // For results and workspaces:
  bool initialized = false;                              // initialized to the identity of `initial`
  notation::AssignOp initial = notation::AssignOp::Set;  ///< the operator of the assignment
  notation::AssignOp reduction =
      notation::AssignOp::Set;  ///< the operator that accumulates into the memory; Set: written once
  Flags flags;                  ///< for workspaces
  // For results:
  Assembly assembly = Assembly::None;
  std::optional<notation::Access> structureOf;  ///< Shared: the operand whose pos and crd arrays it uses
  std::vector<std::int64_t> bounds;             ///< Counted, Reserved: by level, the maximum number of positions
  bool computesStructure() const { return assembly == Assembly::Counted || assembly == Assembly::Reserved; }
};

/// The arrays of a tensor.
enum class Part { Pos, Crd, Vals };

/// One line of the table for the user.
struct Row {
  std::string array;   ///< "B2_crd", "C_vals"
  std::string access;  ///< "B(i,j)"
  MemoryType memory = MemoryType::Dram;
  std::int64_t words = 0;  ///< on chip; the depth of a FIFO
  std::string site;        ///< loop variable; "": top level
  std::string transfer;
  std::string why;
};

/// Generated loop names with the user's names: j_2, j.
using Copies = std::map<notation::IndexVar, notation::IndexVar>;

struct Plan {
  cin::Stmt stmt;  ///< with copies resolved: the input of lowering
  int innerPar = 16, outerPar = 1;
  std::map<std::string, Loop> loops;  ///< by loop variable
  std::vector<AccessPlan>
      accesses;  ///< operands in order of first appearance, then workspaces with indices, then the result
  std::vector<Row> rows;
  cin::Extents extents;                                ///< of loop variables and index variables
  std::map<notation::IndexVar, cin::Derived> derived;  ///< index variables derived from several loops
  Copies copies;  ///< variables renamed so that each loop has its own, with the user's names
  Facts facts;    ///< of the operands: measured, or upper bounds

  const AccessPlan& of(const notation::Access& access) const;
  const AccessPlan& result() const { return accesses.back(); }
};

/// A scalar reduction or value uses a Reg; every off-chip array also has its DRAM. The dimensions of all tensors must
/// be known; `facts` may lack tensors. Throws Error: unsupported (with the access, the reason, and the nearest format
/// or schedule that works), user (parallelization out of range for this statement).
Plan plan(const cin::Stmt& stmt, const Limits& limits, const Facts& facts);

/// Why plan() would refuse the bodies that environment(outerPar, …) requests; none if it accepts them. Throws as plan()
/// for any other obstacle.
std::optional<Diagnostic> refusedBodies(const cin::Stmt& stmt, const Limits& limits, const Facts& facts);

/// The number of bits for so many coordinates in the last level of a sparse workspace, or in a scan: whole tiles of
/// 512, at least one.
std::int64_t wholeTiles(std::int64_t coordinates);

/// Whether outerPar may exceed 1.
bool canCopyOuterLoop(const Plan& plan);

/// The time of the searches in intersections as a fraction of that of scans with as many bodies: the least one of all
/// searches. None if nothing is searched.
std::optional<double> searchTime(const Plan& plan);

/// A text table of plan.rows.
std::string print(const Plan& plan);

}  // namespace stardust::placement
