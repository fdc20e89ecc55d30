// A Spatial program laid out for Capstan: contexts that fire vectors, channels between them, memories and transfers.
//
// Every leaf controller becomes, for each copy of the bodies around it, one *compute* context and one *access* context
// for each place that reads a memory or touches a sparse one; every load or store becomes an address generator. Each
// context has its own copy of the loops around it (`levels`, outermost first; level 0 is the whole program) and keeps
// in step with the others through channels only: a channel bound to level L carries one token for each iteration at
// depth L, pushed by the producer and popped by the consumer when that iteration ends. An iteration whose inner loop is
// empty is still walked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

using Id = std::uint32_t;        ///< of a context, channel, memory or DRAM: the index in its list of the Mapping
using Register = std::uint16_t;  ///< of a context: one vector of words
inline constexpr Id none = UINT32_MAX;

/// Something of the source program that a unit serves, for reports.
struct Origin {
  std::string name;  ///< "Reduce acc", "load x", "x(crd)"
  std::string note;  ///< the note of the statement
  Location where;
};

struct Operation {
  enum class Kind : std::uint8_t { Unary, Binary, Mux };
  Kind kind;
  std::uint8_t op;     ///< UnaryOp or BinaryOp
  spatial::Type type;  ///< of the operands
  Register result, a, b, c;
  Location where;
};

/// A register that never changes: a word, or the ArgIn of that name.
struct Preset {
  Register reg;
  spatial::Word word;
  std::string argument;
};

/// One counter. `copies` bodies share its iterations, this context serves number `copy`; `lanes` iterations at a time.
/// Or one scan: its unit tells how many iterations there are, a group of at most `lanes` at a time.
struct Level {
  Id loop;  ///< the same in all contexts and copies of one loop
  Id copy, copies;
  Id lanes;
  Register begin = 0, end = 0, step = 0;
  Register iterator = 0;
  Id groups = none;     ///< of a scan: the channel with a word for each group (`groupWord`)
  Id groupsReader = 0;  ///< which reader of it
  bool isScan() const { return groups != none; }
};

/// What a scanner says of each group: how many iterations it has, and whether the scan ends with it. A scan without
/// iterations is one group of none.
inline spatial::Word groupWord(std::size_t count, bool isLast) {
  return static_cast<spatial::Word>(count << 1 | (isLast ? 1U : 0U));
}
inline std::size_t groupSize(spatial::Word group) { return group >> 1; }
inline bool isLastGroup(spatial::Word group) { return (group & 1) != 0; }

struct Input {
  enum class Kind : std::uint8_t {
    Scalar,  ///< one element for each iteration at `level`
    Stream,  ///< one element for each active lane of a firing
    Lane,    ///< one element for each firing in which lane `lane` is active
    Token,   ///< Scalar without a value
  };
  Kind kind;
  Id channel;
  Id reader;  ///< which reader of the channel
  Id level;
  Id lane;
  Register reg;
};

struct Output {
  enum class Kind : std::uint8_t {
    Scalar,
    Stream,
    Reduced,  ///< of all firings of an iteration at `level`, from the identity on
    Last,     ///< of all firings of an iteration at `level`; `initial` without any
    Token,
  };
  Kind kind;
  Id channel;
  Id level;
  Register reg;
  spatial::ReduceOp op;
  spatial::Type type;
  spatial::Word initial;
  bool isConditional = false;  ///< Stream: only lanes whose `enable` is not 0 put something in
  Register enable = 0;
  bool isOnChip = false;  ///< Token: of an on-chip memory. A store is done with that when it has read the words
};

enum class Role : std::uint8_t { Compute, SramRead, SparseAccess, Load, Store, Scan, BitVector, Merge, Join };
inline constexpr std::size_t roles = 9;
enum class Access : std::uint8_t { Read, Write, Combine };

struct SramWrite {
  Id memory;
  Register index, value;
  Location where;
  bool isConditional = false;  ///< only lanes whose `enable` is not 0
  Register enable = 0;
};
struct ArgumentWrite {
  std::string name;
  Register value;
  bool isConditional = false;
  Register enable = 0;
};

/// A field of the iterations of a scan that somebody uses: number 0 is the coordinate, then as in spatial::Scan.
struct ScanField {
  std::uint8_t number;
  Id channel;
};

/// A way of a merge: so many elements of a FIFO.
struct MergeWay {
  Register length;
  Id fifo, reader;
};

/// Join: takes tokens and gives one, where many contexts wait for many.
struct Context {
  Role role = Role::Compute;
  Origin origin;
  std::vector<Level> levels;
  std::vector<std::vector<Operation>> operations;  ///< by the level at which their operands are known; 0..levels.size()
  std::vector<Preset> presets;
  Id registers = 0;
  std::vector<Input> inputs;
  /// What must be there before words are written into memories: free buffers, mostly. Loads may ask DRAM for words, and
  /// computations may be done, before that.
  std::vector<Input> grants;
  std::vector<Output> outputs;  ///< of an access with a result: that is the first
  std::vector<SramWrite> writes;
  std::vector<ArgumentWrite> argumentWrites;

  Id memory = none;  ///< SramRead, SparseAccess; Load and Store: none for a FIFO
  Access access = Access::Read;
  spatial::BinaryOp combine = spatial::BinaryOp::Add;  ///< of Access::Combine
  bool isRmw = false, isOrdered = false;
  bool hasResult = false;
  Register index = 0, value = 0;  ///< of an access; the result of SramRead goes to `result`
  Register result = 0;
  /// SramRead in a loop over primitives: the words of its memory that this iteration will write, if all of them are
  /// known by then. Such a read waits only for earlier iterations that write its own words: those whose token, in the
  /// channel `watched`, is not back yet.
  std::vector<Register> willWrite;
  Id watched = none;
  Id watchedReader = 0;
  Id leafLevels = 0;  ///< with `willWrite`: how many of its levels are counters of that loop

  Id dram = none;               ///< Load and Store
  Register begin = 0, end = 0;  ///< words; `end` is the length where endIsLength
  bool endIsLength = false;
  Register at = 0;  ///< Load and Store: the first word of the memory, where `hasPlace`; else it is 0
  bool hasPlace = false;
  Id width = 1;       ///< words a cycle of Load and Store; lanes of the innermost level otherwise
  Id fifo = none;     ///< Load and Store: the channel, unless it is a memory; BitVector: that of the coordinates
  Id fifoReader = 0;  ///< Store, BitVector

  Register bits = 0;              ///< Scan and BitVector
  Register length = 0;            ///< BitVector: coordinates
  Id words = none;                ///< BitVector, Merge: the channel it fills
  std::vector<Input> vectors;     ///< Scan: one or two FIFOs of words, in `channel` and `reader`
  spatial::Scan::Mode mode{};     ///< Scan
  Id groups = none;               ///< Scan: the channel of groups; its `width` is the most iterations of a group
  std::vector<ScanField> fields;  ///< Scan
  std::vector<MergeWay> ways;     ///< Merge; its `width` is what it takes and gives at once
  Register sorts = 0;             ///< Merge
  spatial::Type type{};           ///< Merge: of the elements

  std::vector<Id> stages;  ///< the number of its stage in each body around it

  Id depth() const { return static_cast<Id>(levels.size()); }
  std::size_t operationCount() const;
  bool usesFloat() const;  ///< in its operations or reductions
};

struct Channel {
  enum class Kind : std::uint8_t { Fifo, Vector, Scalar, Token };
  Kind kind;
  Origin origin;
  Id depth = 0;  ///< as declared, or of the machine
  Id inWidth = 1, outWidth = 1;
  Id initial = 0;  ///< tokens it starts with
  Id producer = none;
  std::vector<Id> laterProducers{};  ///< of a FIFO: tokens let them give after the first, in the order of control
  std::vector<Id> consumers{};       ///< by reader
  Id memory = none;                  ///< Token between accesses of one SRAM: which

  /// Words, of a FIFO with `depth` vectors of the wider side: a rate-matching FIFO has depth × max(in, out) words. With
  /// less than in + out - 1 it could stand still: too full for its writer, too empty for its reader.
  std::int64_t words() const {
    const std::int64_t wider = inWidth > outWidth ? inWidth : outWidth;
    return std::max(depth * wider, std::int64_t{inWidth} + outWidth - 1);
  }
};

struct Memory {
  Origin origin;
  spatial::MemoryKind kind;
  spatial::Type type;
  std::int64_t words;
  Id par = 1;
  Id level = 0;    ///< new contents in each iteration at this depth
  Id buffers = 1;  ///< iterations at that depth that may be in flight together
  Id dram = none;  ///< of a SparseDRAM
};

struct DramArray {
  std::string name;
  spatial::Type type;
  Location where;
  bool isStream = false;  ///< of the host: its bursts are no work for the memory
};

struct Mapping {
  spatial::Program program;   ///< what was mapped; the host's part is run by the simulator
  std::vector<Origin> loops;  ///< by Level::loop
  std::vector<Context> contexts;
  std::vector<Channel> channels;
  std::vector<Memory> memories;
  std::vector<DramArray> drams;
};

}  // namespace stardust::capstan
