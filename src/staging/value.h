// What expressions of a program stand for while it is staged: the host's values are computed, the accelerator's are
// expressions of the Spatial program that is being made.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "spatial/host_data.h"
#include "staging/number.h"
#include "staging/tree.h"

namespace stardust::staging {

struct Value;
struct Environment;
using Values = std::vector<Value>;
class Evaluator;
struct Call;

/// A type as the program names it: a number, a struct or tuple of others, or something that only the host has.
struct DataType {
  enum class Kind : std::uint8_t { Number, Struct, Other };
  Kind kind = Kind::Number;
  NumberType number;
  std::string name;                           ///< Other, and of a struct
  std::vector<DataType> parts;                ///< Struct: of its fields
  std::vector<std::string> names;             ///< of these fields; none: a tuple
  std::shared_ptr<const TypeTree> written{};  ///< of what stands for a type parameter: with its arguments

  DataType() = default;
  DataType(const NumberType& type) : number(type) {}  // NOLINT: a number is a type of data
  DataType(Kind k, std::string n) : kind(k), name(std::move(n)) {}
  bool isNumber() const { return kind == Kind::Number || isWide(number); }
};
/// What memories of the accelerator hold of a type: an integer of two words is a struct of them.
DataType inWords(const DataType& type);

struct Unit {};
/// A value of the accelerator. `size` bounds the operators in it, counted as often as they are used.
struct Staged {
  spatial::Expr expr;
  NumberType type;
  int size = 1;
  bool isPure = true;   ///< reads neither memories nor FIFOs nor Regs
  bool isExact = true;  ///< else the bits above those of an integer narrower than a word are still to be cut off
};
/// Which collection of Scala's it is, where it is known.
enum class Form : std::uint8_t { Unknown, Array, List, Vector, Set, Map, ListBuffer, ArrayBuffer };
/// An array, matrix or tensor of the host, or a Seq of Scala: row by row.
struct Collection {
  Values items;
  std::vector<std::int64_t> dims;
  bool grows = false;  ///< a ListBuffer or ArrayBuffer of Scala
  Form form = Form::Unknown;
  bool isOfSpatial = false;  ///< an Array of Spatial, which has other members than those of Scala
  bool isFixed = false;      ///< of these, one that a function made: it does not change
  std::shared_ptr<std::unordered_map<std::string, std::size_t>>
      places{};  ///< where the pair of a key of a Map is, or an element of a Set
};
/// A tuple, or an instance of a case class (with the names of its fields).
struct Record {
  Values items;
  std::vector<std::string> names;
  std::string className;
  NumberType number{};  ///< what the words are, of an integer of two words on the accelerator
  std::shared_ptr<Environment>
      members{};  ///< of a case class with a body, as long as the fields are those it was made with
};
struct Series;  // begin until end by step par p
struct Function;

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
struct Section;

/// A prefix such as Sequential or Pipe, or an object of Scala such as math, whose members are known.
struct Builtin {
  std::string name;
  MemoryRef stop{};  ///< breakWhen: the Reg that ends the loop behind this prefix
};

struct Value {
  using Data =
      std::variant<Unit, Number, Staged, std::shared_ptr<const std::string>, std::shared_ptr<Collection>,
                   std::shared_ptr<const Record>, std::shared_ptr<const Series>, std::shared_ptr<const Function>,
                   MemoryRef, std::shared_ptr<const Section>, std::shared_ptr<Environment>, Builtin>;
  Data data;

  Value() = default;
  template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, Value>>>
  Value(T&& value) : data(std::forward<T>(value)) {}  // NOLINT: any of its kinds is a value
  template <class T>
  const T* get() const {
    return std::get_if<T>(&data);
  }
  /// The object behind, or null.
  template <class T>
  T* object() const {
    const auto* ref = std::get_if<std::shared_ptr<T>>(&data);
    return ref ? ref->get() : nullptr;
  }
};

struct Series {
  Value begin, end, step, par;
  bool isForever = false;
  bool isSingle = false;     ///< one index, not a range
  bool isInclusive = false;  ///< begin to last: the end is one behind the last, which depends on the way there
  bool isOfSpatial = false;  ///< counters, which have other members than a range of Scala
};
struct Section {
  MemoryRef memory;
  std::vector<Series> ranges;
  Value par;
  Value addresses;  ///< of a gather or scatter
};

/// A method, or a lambda with the names around it.
struct Function {
  const DefTree* def = nullptr;
  const LambdaTree* lambda = nullptr;
  Tree keep;  ///< owns what the two point into
  std::shared_ptr<Environment> around;
  std::function<Value(Values, const Location&)> native;
  std::shared_ptr<const Function> other{};  ///< a method of the same name with other parameters
};

/// Names of a block, a call or an instance.
struct Environment {
  struct Entry {
    std::string name;
    Value value;
    Tree pending;  ///< of a lazy val: not yet evaluated
    bool isVar = false;
    TypeTree declared{};                  ///< of what is pending
    std::shared_ptr<Environment> from{};  ///< of an argument by name: the scope it is evaluated in, each time
    std::shared_ptr<Environment>
        home{};  ///< of a member of a class: the scope it is evaluated in, once; none: the one that holds it
    bool isImplicit = false;  ///< a value that a call may take by its type
  };
  std::vector<Entry> entries;
  std::vector<std::pair<std::string, DataType>> types;
  std::vector<std::string> imports;
  std::shared_ptr<Environment> parent;
  const ClassTree* isInstanceOf = nullptr;
  std::vector<const ClassTree*> views;  ///< implicit classes
  std::function<std::string()> shown;   ///< of an instance whose class has a toString

  Entry* own(const std::string& name) {
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      if (entry->name == name) return &*entry;
    }
    return nullptr;
  }
};
using Scope = std::shared_ptr<Environment>;

inline Value intValue(std::int64_t n) { return makeNumber(int32, n); }
inline Value text(std::string value) { return std::make_shared<const std::string>(std::move(value)); }
Value collection(Values items);
Value collection(Values items, std::vector<std::int64_t> dims);
/// A collection that was made just now, as one of this form.
Value ofForm(Value made, Form form);
/// A collection that was made just now, as an Array of Spatial.
Value ofSpatial(Value made, bool isFixed);
/// Elements of an array.
inline constexpr std::int64_t mostElements = std::int64_t{1} << 24;
/// begin, begin + step and so on, before `end`; throws Error (user) for a step of 0, and for more than an array holds.
std::vector<std::int64_t> numbersOf(std::int64_t begin, std::int64_t end, std::int64_t step, const Location& where);
/// Throws Error (unsupported) if a list would have more than four million elements with so many more.
void requireRoom(const Collection& list, std::size_t more, const Location& where);
/// Puts elements at the end of a collection that grows.
void append(Collection& buffer, const Values& items, const Location& where);
Value tuple(Values items);
/// An instance of a struct.
Value recordOf(const DataType& type, Values items);
/// 0, and a struct of zeros; of what holds no numbers, nothing.
Value zeroOf(const DataType& type);
/// Its field of this name (also _1, _2 …), or none.
std::optional<std::size_t> fieldOf(const std::vector<std::string>& names, std::size_t count, const std::string& name);
/// List, Set and so on; null where nothing says which it is, and of an Array.
const char* nameOf(Form form);
/// A text for what == holds of values to be the same: as keys of a Map.
std::string keyOf(const Value& value);
/// As println shows it.
std::string toString(const Value& value);
/// "an Int", "an array", for messages
std::string describe(const Value& value);

}  // namespace stardust::staging
