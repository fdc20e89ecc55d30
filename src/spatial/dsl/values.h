// The values that Spatial adds to those of Scala.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scala/values/value.h"
#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::dsl {

using namespace scala;

/// The type as stored in memories of the accelerator: a two-word integer becomes a struct of its words.
DataType inWords(const DataType& type);
/// The accelerator's word type for a number type; none for two-word integers. Narrow integers are stored as Int. As in
/// the original simulator, fixed point with a fraction and every floating-point type are computed in binary32.
std::optional<spatial::Type> wordType(const NumberType& type);

/// A value of the accelerator. `size` bounds the number of its operators, counted once per use.
struct Staged {
  spatial::Expr expr;
  NumberType type;
  int size = 1;
  bool isPure = true;   ///< reads no memory, FIFO or Reg
  bool isExact = true;  ///< false: the bits above a narrow integer are not yet cut off
};

struct Memory;
using MemoryRef = std::shared_ptr<Memory>;
/// A memory declared by ArgIn, DRAM, SRAM, Reg and so on.
struct Memory {
  enum class Kind : std::uint8_t { ArgIn, ArgOut, HostIO, Dram, Reg, Sram, Fifo, Sparse, Merge, StreamIn, StreamOut };
  Kind kind;
  std::string name;  ///< name in the Spatial program
  NumberType type;   ///< of one word
  DataType whole;    ///< a struct: `fields` hold its parts, and this memory has no words
  std::vector<std::shared_ptr<Memory>> fields;
  std::vector<std::int64_t> dims;
  Location where;
  spatial::Word word = 0;            ///< ArgIn: the value from setArg; ArgOut: the result; Reg: the reset value
  std::vector<spatial::Word> words;  ///< Dram: its contents
  bool isExact = true;               ///< as in Staged: for a Reg that is the target of a reduction of narrow integers
  /// For a counted queue, Regs with the elements dequeued and enqueued since the start of Accel; a stack has only
  /// `tail`, its size.
  std::shared_ptr<Memory> head, tail;
  // For a MergeBuffer: its input queues; a Reg[Bit] that marks unordered input, if init is called; with a merge unit,
  // the output FIFO. For such an input queue: the number of elements left in this merge.
  std::vector<std::shared_ptr<Memory>> ways;
  std::shared_ptr<Memory> sorts, merged, left;
  bool isSorted = false;
  bool wraps = true;                   ///< of a counted queue: circular, places of dequeued elements are reused
  Values initial;                      ///< of a RegFile: initial words; empty: 0
  std::int64_t stride = 0;             ///< of a LineBuffer: number of rows that enter at a time
  std::string path;                    ///< of a stream: its file
  bool isStreamed = false;             ///< of a DRAM: the elements of a stream
  bool endsWithBit = false;            ///< of a stream: the last field of its last element is set
  MemoryRef dram{};                    ///< of a stream: its elements
  bool isRead = false, isSet = false;  ///< uses of a HostIO in Accel
  MemoryRef state{};  // of a HostIO with both uses: a Reg with its current value; of a LineBuffer: the next column of
                      // enqAt
  std::int64_t size() const;
  bool isStruct() const { return !fields.empty(); }
  bool isNumber() const { return !isStruct() || isWide(whole.number); }
  const NumberType& numberType() const { return isStruct() ? whole.number : type; }
  bool isStream() const { return kind == Kind::StreamIn || kind == Kind::StreamOut; }
  bool isScalar() const {
    return kind == Kind::ArgIn || kind == Kind::ArgOut || kind == Kind::HostIO || kind == Kind::Reg;
  }
  bool isCounted() const { return tail != nullptr; }
  /// The field with this name (or _1, _2 …), or null.
  std::shared_ptr<Memory> field(const std::string& part) const;
};
/// The memory itself; for a struct, recursively the single-word memories of its fields.
std::vector<MemoryRef> leavesOf(const MemoryRef& memory);
/// The same, down to numbers of one or two words.
std::vector<MemoryRef> numbersOf(const MemoryRef& memory);

/// memory(a::b, i, c::d par p), and memory par p (without ranges)
struct Section {
  MemoryRef memory;
  std::vector<Series> ranges;
  Value par;
  Value addresses;  ///< of a gather or scatter
};
using SectionRef = std::shared_ptr<const Section>;

/// Sequential, Pipe and similar prefixes: the schedule of the construct that follows.
struct Controller {
  std::string name;
  MemoryRef stop{};  ///< breakWhen: the Reg that ends the loop
};

// Interface to Scala (ForeignOf)
std::string shownOf(const Staged& value);
std::string shownOf(const MemoryRef& memory);
std::string shownOf(const SectionRef& section);
std::string shownOf(const Controller& controller);
std::string describedOf(const Staged& value);
std::string describedOf(const MemoryRef& memory);
std::string describedOf(const SectionRef& section);
std::string describedOf(const Controller& controller);
std::string keyedOf(const MemoryRef& memory);
template <class T>
std::string keyedOf(const T& value) {
  return describedOf(value);
}
std::optional<NumberType> numberTypeIn(const MemoryRef& memory);
inline std::optional<NumberType> numberTypeIn(const Staged& value) { return value.type; }
inline std::optional<NumberType> numberTypeIn(const SectionRef&) { return std::nullopt; }
inline std::optional<NumberType> numberTypeIn(const Controller&) { return std::nullopt; }
template <class T>
bool isNumberOf(const T&) {
  return std::is_same_v<T, Staged>;
}

}  // namespace stardust::dsl
