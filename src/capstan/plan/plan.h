// The memory analysis of the paper's section 5: every sub-array of every tensor bound to a memory, with where it is
// allocated, what is transferred, and why. Computed from access patterns and real sizes; nothing here emits code.
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
/// Random access: a negative address is no access.
bool isRandom(MemoryType memory);

/// Elements of an emitted FIFO, as in the programs of the paper: one vector, so that a stream and its reader run at
/// full width.
inline constexpr std::int64_t fifoDepth = 16;

/// The facts of the machine that placement needs; the driver fills them from the machine file.
struct Limits {
  int lanes = 16;                 ///< words in a vector
  std::int64_t pmuWords = 65536;  ///< of one memory unit
  int pmus = 200;
  int maxOuterParShared = 16;  ///< bodies that can share one randomly accessed memory (shuffle networks)
};

/// One forall of the statement. The tree of loops is given by `parent`; "" is the top level, outside every loop.
struct Loop {
  notation::IndexVar var;
  std::string parent;
  int depth = 1;      ///< 1 for an outermost loop
  bool leaf = false;  ///< contains no other loop: its iterations are vectorised
  std::int64_t dim = 0;
  int par = 0;          ///< the factor of its Map; 0: innerPar where it is vectorised
  bool copied = false;  ///< an outermost loop of which outerPar bodies run at once
  iteration::Iteration iteration;
  bool sparse() const { return iteration.kind != iteration::Iteration::Kind::Universe; }
};

/// How the position of a coordinate is found at one level.
enum class Locate {
  Dense,     ///< parent * dim + coordinate
  Position,  ///< the level drives its loop: the loop's iterator counts its positions
  Rank,      ///< one of the bit vectors of a scan: the scanner counts set bits
  Search,    ///< a binary search among the coordinates of the fiber
};

struct LevelPlan {
  int level = 0;
  Locate locate = Locate::Dense;
  std::string loop;          ///< in whose body the position is known
  bool mayBeAbsent = false;  ///< the position may be -1: no such coordinate, here or above
  // Of compressed levels:
  MemoryType pos = MemoryType::Sram;
  std::int64_t posWords = 0;
  bool posSlice = false;  ///< only the positions of one parent fiber, loaded where that fiber is opened
  std::string posWhy;
  MemoryType crd = MemoryType::Fifo;
  std::int64_t crdWords = fifoDepth;
  std::string crdWhy;
  std::int64_t maxFiber = 0;  ///< positions in the longest fiber
};

/// How a compressed result gets its positions and coordinates.
enum class Assembly {
  None,      ///< all levels are dense
  Shared,    ///< those of one operand: its arrays, not copies
  Counted,   ///< a pass that counts, offsets, a pass that fills
  Reserved,  ///< one pass: each fiber is counted where it is filled, and takes the next positions when it is its turn
};

/// Which coordinates of a workspace are stored: a word for each or, of a sparse one, a bit.
struct Flags {
  MemoryType memory = MemoryType::Reg;
  std::int64_t words = 0;  ///< 0: there are none
  std::string why;
};

/// How one access, e.g. C(i,k), reaches its values. Levels [0, sliceBegin) are located by loops; levels [sliceBegin,
/// order) are all dense and are kept on chip as one contiguous slice. sliceBegin == order: values come one by one with
/// the positions of the last level.
struct AccessPlan {
  notation::Access access;
  bool result = false;
  MemoryType values = MemoryType::Sram;
  int sliceBegin = 0;
  std::int64_t words = 0;         ///< of the slice; FIFO depth for a FIFO
  std::string site;               ///< loop in whose body the memory is allocated and transferred; "" top
  std::string lastLoop;           ///< loop in whose body the value is read or written; "" for a scalar
  std::string stagedAs;           ///< name asked for by precompute, or empty
  int sharedBy = 1;               ///< bodies that share the memory
  std::vector<LevelPlan> levels;  ///< all, outermost first
  std::string why;                ///< of `values`
  bool mayBeAbsent() const { return !levels.empty() && levels.back().mayBeAbsent; }

  // Of results and workspaces:
  bool initialized = false;                              ///< set to the identity of `initial` before it is written
  notation::AssignOp initial = notation::AssignOp::Set;  ///< the operator of the assignment
  notation::AssignOp reduction =
      notation::AssignOp::Set;  ///< the operator that accumulates into the memory; Set: written once
  Flags flags;                  ///< of workspaces
  // Of results:
  Assembly assembly = Assembly::None;
  std::optional<notation::Access> structureOf;  ///< Shared: the operand whose pos and crd it has
  std::vector<std::int64_t> bounds;             ///< Counted, Reserved: by level, the most positions there can be
  bool computesStructure() const { return assembly == Assembly::Counted || assembly == Assembly::Reserved; }
};

/// The arrays of a tensor.
enum class Part { Pos, Crd, Vals };

/// One line of the table that users see.
struct Row {
  std::string array;   ///< "B2_crd", "C_vals"
  std::string access;  ///< "B(i,j)"
  MemoryType memory = MemoryType::Dram;
  std::int64_t words = 0;  ///< on chip; a FIFO's depth
  std::string site;        ///< loop variable, "" top
  std::string transfer;
  std::string why;
};

/// Names of loops that are made up, and the ones of the user that they stand for: j_2, j.
using Copies = std::map<notation::IndexVar, notation::IndexVar>;

struct Plan {
  cin::Stmt stmt;  ///< with copies resolved: what lowering walks
  int innerPar = 16, outerPar = 1;
  std::map<std::string, Loop> loops;  ///< by loop variable
  std::vector<AccessPlan>
      accesses;  ///< operands in order of first appearance, then workspaces with indices, then the result
  std::vector<Row> rows;
  cin::Extents extents;                                ///< of loop variables and index variables
  std::map<notation::IndexVar, cin::Derived> derived;  ///< index variables that follow from several loops
  Copies copies;  ///< variables that were renamed, so that each loop has its own: what the user calls them
  Facts facts;    ///< of the operands: measured, or the most there can be

  const AccessPlan& of(const notation::Access& access) const;
  const AccessPlan& result() const { return accesses.back(); }
};

/// The memory a scalar reduction or a value needs is a Reg; every off-chip array also has its DRAM.
/// Dimensions of all tensors must be known; `facts` may lack tensors. Throws Error: unsupported (says which access,
/// why, and the nearest format or schedule that works), user (parallelisation out of range for this statement).
Plan plan(const cin::Stmt& stmt, const Limits& limits, const Facts& facts);

/// Why plan() would refuse the bodies that environment(outerPar, …) asks for; nothing: it takes so many. Throws as
/// plan() for whatever else is in the way.
std::optional<Diagnostic> refusedBodies(const cin::Stmt& stmt, const Limits& limits, const Facts& facts);

/// Bits of the last level of a sparse workspace, or of a scan over as many coordinates: whole tiles of 512, at least
/// one.
std::int64_t wholeTiles(std::int64_t coordinates);

/// Whether outerPar could be more than 1.
bool canCopyOuterLoop(const Plan& plan);

/// A text table of plan.rows.
std::string print(const Plan& plan);

}  // namespace stardust::placement
