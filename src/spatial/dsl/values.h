// The values that Spatial has beside those of Scala.
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

/// What memories of the accelerator hold of a type: an integer of two words is a struct of them.
DataType inWords(const DataType& type);
/// The type of the words of the accelerator that hold it; none for integers of two words. Integers of fewer
/// bits are held as Int. As in the original simulator, fixed point with a fraction and every floating-point type are
/// computed in binary32.
std::optional<spatial::Type> wordType(const NumberType& type);

/// A value of the accelerator. `size` bounds the operators in it, counted as often as they are used.
struct Staged {
  spatial::Expr expr;
  NumberType type;
  int size = 1;
  bool isPure = true;   ///< reads neither memories nor FIFOs nor Regs
  bool isExact = true;  ///< else the bits above those of an integer narrower than a word are still to be cut off
};

struct Memory;
using MemoryRef = std::shared_ptr<Memory>;
/// What ArgIn, DRAM, SRAM, Reg and their siblings make.
struct Memory {
  enum class Kind : std::uint8_t { ArgIn, ArgOut, HostIO, Dram, Reg, Sram, Fifo, Sparse, Merge, StreamIn, StreamOut };
  Kind kind;
  std::string name;  ///< in the Spatial program
  NumberType type;   ///< of a word
  DataType whole;    ///< a struct: then `fields` hold its parts, and this holds no words
  std::vector<std::shared_ptr<Memory>> fields;
  std::vector<std::int64_t> dims;
  Location where;
  spatial::Word word = 0;            ///< ArgIn: what setArg gave; ArgOut: what is left; Reg: the reset value
  std::vector<spatial::Word> words;  ///< Dram: its contents
  bool isExact = true;               ///< as of Staged: of a Reg that narrow integers are reduced into
  /// Of a queue that is counted, elements taken and given since Accel began, in Regs; a stack has only `tail`, its
  /// size.
  std::shared_ptr<Memory> head, tail;
  // Of a MergeBuffer: its queues, whether what comes in is in no order (a Reg[Bit], if that is ever said), where a unit
  // merges it the FIFO of what comes out; and of such a queue, how many elements it still gives to this merge.
  std::vector<std::shared_ptr<Memory>> ways;
  std::shared_ptr<Memory> sorts, merged, left;
  bool isSorted = false;
  bool wraps = true;                   ///< of a counted queue: a place is used again when its element was taken
  Values initial;                      ///< of a RegFile: what it was filled with; none: 0
  std::int64_t stride = 0;             ///< of a LineBuffer: rows that come at once, pushing the others on
  std::string path;                    ///< of a stream: the file behind it
  bool isStreamed = false;             ///< of a DRAM: what is in a stream
  bool endsWithBit = false;            ///< of a stream: the last field of its last element is set
  MemoryRef dram{};                    ///< of a stream: what is in it, or was given to it
  bool isRead = false, isSet = false;  ///< of a HostIO, in Accel
  MemoryRef held{};  ///< of a HostIO that is both: a Reg with its present value; of a LineBuffer: the column where
                     ///< enqAt writes next
  std::int64_t size() const;
  bool isStruct() const { return !fields.empty(); }
  bool isNumber() const { return !isStruct() || isWide(whole.number); }
  const NumberType& numberType() const { return isStruct() ? whole.number : type; }
  bool isStream() const { return kind == Kind::StreamIn || kind == Kind::StreamOut; }
  bool isScalar() const {
    return kind == Kind::ArgIn || kind == Kind::ArgOut || kind == Kind::HostIO || kind == Kind::Reg;
  }
  bool isCounted() const { return tail != nullptr; }
  /// The field of this name (also _1, _2 …), or null.
  std::shared_ptr<Memory> field(const std::string& part) const;
};
/// The memory itself; of a struct, those of its fields, and of these: down to single words.
std::vector<MemoryRef> leavesOf(const MemoryRef& memory);
/// The same down to numbers, of one word or two.
std::vector<MemoryRef> numbersOf(const MemoryRef& memory);

/// memory(a::b, i, c::d par p), and memory par p (without ranges)
struct Section {
  MemoryRef memory;
  std::vector<Series> ranges;
  Value par;
  Value addresses;  ///< of a gather or scatter
};
using SectionRef = std::shared_ptr<const Section>;

/// Sequential, Pipe and their siblings: how what follows is scheduled.
struct Controller {
  std::string name;
  MemoryRef stop{};  ///< breakWhen: the Reg that ends the loop behind it
};

// As Scala sees them (ForeignOf)
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
