// A Spatial program laid out for Capstan: contexts that fire vectors, channels between them, memories and transfers.
//
// Each leaf controller becomes, for each copy of the enclosing bodies, one *compute* context, and one *access* context
// for each read of a memory and each access to a sparse memory. Each load or store becomes an address generator. Each
// context has its own copy of the enclosing loops (`levels`, outermost first; level 0 is the whole program), and
// synchronizes with other contexts only through channels. A channel bound to level L carries one token for each
// iteration at depth L; the producer pushes it, and the consumer pops it, at the end of that iteration. An iteration
// with an empty inner loop takes a step, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

using Id = std::uint32_t;        ///< of a context, channel, memory or DRAM: its index in the lists of Mapping
using Register = std::uint16_t;  ///< of a context: one vector of words
inline constexpr Id none = UINT32_MAX;

/// The construct of the source program that a unit implements, for reports.
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

/// A constant register: a word, or the ArgIn of that name.
struct Preset {
  Register reg;
  spatial::Word word;
  std::string argument;
};

/// A counter, whose iterations are divided between `copies` bodies; this context belongs to copy number `copy`, and
/// takes `lanes` iterations at a time. Or a scan: its unit reports the iterations in groups of at most `lanes`.
struct Level {
  Id loop;  ///< the same in all contexts and copies of one loop
  Id copy, copies;
  Id lanes;
  Register begin = 0, end = 0, step = 0;
  Register iterator = 0;
  Id groups = none;     ///< of a scan: the channel with a word for each group (`groupWord`)
  Id groupsReader = 0;  ///< reader number at this channel
  bool isScan() const { return groups != none; }
};

/// A scanner's report of a group: the number of iterations, and whether the scan ends with it. An empty scan is one
/// empty group.
inline spatial::Word groupWord(std::size_t count, bool isLast) {
  return static_cast<spatial::Word>(count << 1 | (isLast ? 1U : 0U));
}
inline std::size_t groupSize(spatial::Word group) { return group >> 1; }
inline bool isLastGroup(spatial::Word group) { return (group & 1) != 0; }

struct Input {
  enum class Kind : std::uint8_t {
    Scalar,  ///< one element per iteration at `level`
    Stream,  ///< one element per active lane of a firing
    Lane,    ///< one element per firing in which lane `lane` is active
    Token,   ///< a Scalar without a value
  };
  Kind kind;
  Id channel;
  Id reader;  ///< reader number at the channel
  Id level;
  Id lane;
  Register reg;
};

struct Output {
  enum class Kind : std::uint8_t {
    Scalar,
    Stream,
    Reduced,  ///< reduction over all firings of an iteration at `level`, from the identity
    Last,     ///< the last firing of an iteration at `level`; `initial` if there is none
    Token,
  };
  Kind kind;
  Id channel;
  Id level;
  Register reg;
  spatial::ReduceOp op;
  spatial::Type type;
  spatial::Word initial;
  bool isConditional = false;  ///< Stream: only lanes with a nonzero `enable` push an element
  Register enable = 0;
  bool isOnChip = false;  ///< Token: of an on-chip memory. A store releases it after reading the words
};

enum class Role : std::uint8_t { Compute, SramRead, SparseAccess, Load, Store, Scan, BitVector, Merge, Join };
inline constexpr std::size_t roles = 9;
enum class Access : std::uint8_t { Read, Write, Combine };

struct SramWrite {
  Id memory;
  Register index, value;
  Location where;
  bool isConditional = false;  ///< only lanes with a nonzero `enable`
  Register enable = 0;
};
struct ArgumentWrite {
  std::string name;
  Register value;
  bool isConditional = false;
  Register enable = 0;
};

/// A used field of a scan's iterations: number 0 is the coordinate, the others are as in spatial::Scan.
struct ScanField {
  std::uint8_t number;
  Id channel;
};

/// An input of a merge: a number of elements of a FIFO.
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
  /// Inputs required before words are written into memories, mostly free buffers. Loads may request DRAM words, and
  /// computations may run, before that.
  std::vector<Input> grants;
  std::vector<Output> outputs;  ///< the first one carries the result of an access, if it has one
  std::vector<SramWrite> writes;
  std::vector<ArgumentWrite> argumentWrites;

  Id memory = none;  ///< SramRead, SparseAccess; Load and Store: none for a FIFO
  Access access = Access::Read;
  spatial::BinaryOp combine = spatial::BinaryOp::Add;  ///< of Access::Combine
  bool isRmw = false, isOrdered = false;
  bool hasResult = false;
  Register index = 0, value = 0;  ///< of an access; SramRead writes `result`
  Register result = 0;
  /// SramRead in a loop over primitives: the words of its memory that this iteration will write, if all are known at
  /// the time of the read. Such a read waits only for earlier iterations that write these words and whose token, in the
  /// channel `watched`, has not returned.
  std::vector<Register> willWrite;
  Id watched = none;
  Id watchedReader = 0;
  Id leafLevels = 0;  ///< with `willWrite`: the number of its levels that are counters of that loop

  Id dram = none;               ///< Load and Store
  Register begin = 0, end = 0;  ///< words; `end` is the length if endIsLength
  bool endIsLength = false;
  Register at = 0;  ///< Load and Store: the first word of the memory if `hasPlace`; otherwise 0
  bool hasPlace = false;
  Id width = 1;       ///< Load and Store: words per cycle; otherwise lanes of the innermost level
  Id fifo = none;     ///< Load and Store: the channel, unless it uses a memory; BitVector: that of the coordinates
  Id fifoReader = 0;  ///< Store, BitVector

  Register bits = 0;              ///< Scan and BitVector
  Register length = 0;            ///< BitVector: coordinates
  Id words = none;                ///< BitVector, Merge: the output channel
  std::vector<Input> vectors;     ///< Scan: one or two FIFOs of words, in `channel` and `reader`
  spatial::Scan::Mode mode{};     ///< Scan
  Id groups = none;               ///< Scan: the channel of groups; its `width` is the greatest size of a group
  std::vector<ScanField> fields;  ///< Scan
  std::vector<MergeWay> ways;     ///< Merge; its `width` is the number of elements per cycle
  Register sorts = 0;             ///< Merge
  spatial::Type type{};           ///< Merge: of its elements

  std::vector<Id> stages;  ///< its stage number in each enclosing body

  Id depth() const { return static_cast<Id>(levels.size()); }
  std::size_t operationCount() const;
  bool usesFloat() const;  ///< Whether its operations or reductions use floats.
};

struct Channel {
  enum class Kind : std::uint8_t { Fifo, Vector, Scalar, Token };
  Kind kind;
  Origin origin;
  Id depth = 0;  ///< as declared, or the machine's default
  Id inWidth = 1, outWidth = 1;
  Id initial = 0;  ///< initial tokens
  Id producer = none;
  std::vector<Id> laterProducers{};  // of a FIFO: tokens order their pushes after the first
  std::vector<Id> consumers{};       ///< indexed by reader
  Id memory = none;                  ///< Token between accesses of one SRAM: this SRAM

  /// Capacity in words of a FIFO with `depth` vectors of its wider side: a rate-matching FIFO has depth × max(in, out)
  /// words. With less than in + out - 1 words it could deadlock: too full for its producer, too empty for its consumer.
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
  Id level = 0;    ///< each iteration at this depth has new contents
  Id buffers = 1;  ///< number of iterations at that depth in flight
  Id dram = none;  ///< of a SparseDRAM
};

struct DramArray {
  std::string name;
  spatial::Type type;
  Location where;
  bool isStream = false;  ///< of the host: its bursts do not load the memory
};

struct Mapping {
  spatial::Program program;   ///< the mapped program; the simulator runs the host's part
  std::vector<Origin> loops;  ///< by Level::loop
  std::vector<Context> contexts;
  std::vector<Channel> channels;
  std::vector<Memory> memories;
  std::vector<DramArray> drams;
};

}  // namespace stardust::capstan
