// The values of a program. An embedded language adds its own to those of Scala.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "scala/syntax/tree.h"
#include "scala/values/number.h"

namespace stardust::scala {

struct Value;
struct Environment;
using Values = std::vector<Value>;

/// A type of the program: a number, a struct or tuple, or a type that exists only on the host.
struct DataType {
  enum class Kind : std::uint8_t { Number, Struct, Other };
  Kind kind = Kind::Number;
  NumberType number;
  std::string name;                           ///< of Other and Struct
  std::vector<DataType> parts;                ///< Struct: types of its fields
  std::vector<std::string> names;             ///< names of the fields; empty: a tuple
  std::shared_ptr<const TypeTree> written{};  ///< binding of a type parameter: the type with its arguments

  DataType() = default;
  DataType(const NumberType& type) : number(type) {}  // NOLINT: a number is a type of data
  DataType(Kind k, std::string n) : kind(k), name(std::move(n)) {}
  bool isNumber() const { return kind == Kind::Number || isWide(number); }
};

struct Unit {};
/// The collection class of Scala, if it is known.
enum class Form : std::uint8_t { Unknown, Array, List, Vector, Set, Map, ListBuffer, ArrayBuffer };
/// An array, matrix or tensor of the host, or a Seq of Scala, in row-major order.
struct Collection {
  Values items;
  std::vector<std::int64_t> dims;
  bool grows = false;  ///< a ListBuffer or ArrayBuffer of Scala
  Form form = Form::Unknown;
  bool isForeign = false;  ///< an Array of the embedded language, whose members differ from Scala's
  bool isFixed = false;    ///< a foreign array made by a function: it is immutable
  std::shared_ptr<std::unordered_map<std::string, std::size_t>>
      places{};  ///< index of each key of a Map, or element of a Set
};
/// A tuple, or an instance of a case class (with field names).
struct Record {
  Values items;
  std::vector<std::string> names;
  std::string className;
  NumberType number{};                     ///< for an integer that an embedded language splits into parts: its type
  std::shared_ptr<Environment> members{};  ///< of a case class with a body, as long as the fields are unchanged
};
struct Series;  // begin until end by step par p
struct Function;

/// An object of a library such as math or Array, with known members.
struct Module {
  std::string name;
};

/// A value of an embedded language.
class Foreign {
 public:
  virtual ~Foreign() = default;
  virtual std::string shown() const = 0;                     ///< the text printed by println
  virtual std::string described() const = 0;                 ///< for messages
  virtual std::string key() const = 0;                       ///< as a key of a Map
  virtual std::optional<NumberType> numberType() const = 0;  ///< of a number, or of a value that contains numbers
  virtual bool isNumber() const = 0;                         ///< whether it is an unknown number
};

/// A T of an embedded language; the members call functions declared next to T.
template <class T>
class ForeignOf final : public Foreign {
 public:
  explicit ForeignOf(T v) : value(std::move(v)) {}
  std::string shown() const override { return shownOf(value); }
  std::string described() const override { return describedOf(value); }
  std::string key() const override { return keyedOf(value); }
  std::optional<NumberType> numberType() const override { return numberTypeIn(value); }
  bool isNumber() const override { return isNumberOf(value); }

  const T value;
};

struct Value {
  using Data =
      std::variant<Unit, Number, std::shared_ptr<const std::string>, std::shared_ptr<Collection>,
                   std::shared_ptr<const Record>, std::shared_ptr<const Series>, std::shared_ptr<const Function>,
                   std::shared_ptr<Environment>, Module, std::shared_ptr<const Foreign>>;
  Data data;

  Value() = default;
  /// A value of one of these kinds; any other type is a value of an embedded language.
  template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, Value>>>
  Value(T&& value) : data(dataOf(std::forward<T>(value))) {}  // NOLINT: any of its kinds is a value
  template <class T>
  const T* get() const {
    if constexpr (isOwn<T>(static_cast<Data*>(nullptr))) {
      return std::get_if<T>(&data);
    } else {
      const auto* foreign = std::get_if<std::shared_ptr<const Foreign>>(&data);
      const auto* found = foreign ? dynamic_cast<const ForeignOf<T>*>(foreign->get()) : nullptr;
      return found ? &found->value : nullptr;
    }
  }
  /// The object of this type, or null.
  template <class T>
  T* object() const {
    const auto* ref = get<std::shared_ptr<T>>();
    return ref ? ref->get() : nullptr;
  }

 private:
  template <class T, class... Kinds>
  static constexpr bool isOwn(std::variant<Kinds...>*) {
    return (std::is_same_v<T, Kinds> || ...);
  }
  template <class T>
  static Data dataOf(T&& value) {
    if constexpr (std::is_constructible_v<Data, T&&>) return Data(std::forward<T>(value));
    else return std::shared_ptr<const Foreign>(std::make_shared<ForeignOf<std::decay_t<T>>>(std::forward<T>(value)));
  }
};

struct Series {
  Value begin, end, step, par;
  bool isForever = false;
  bool isSingle = false;     ///< one index, not a range
  bool isInclusive = false;  ///< begin to last: `end` is behind the last element, which depends on the step
  bool isForeign = false;    ///< of the embedded language, whose ranges have other members than Scala's
};
/// A method, or a lambda with its scope.
struct Function {
  const DefTree* def = nullptr;
  const LambdaTree* lambda = nullptr;
  Tree keep;  ///< owns the nodes to which `def` and `lambda` point
  std::shared_ptr<Environment> around;
  std::function<Value(Values, const Location&)> native;
  std::shared_ptr<const Function> other{};  ///< an overload of the method
};

/// The names of a block, a call or an instance.
struct Environment {
  struct Entry {
    std::string name;
    Value value;
    Tree pending;  ///< of a lazy val that is not evaluated yet
    bool isVar = false;
    TypeTree declared{};                  ///< declared type of the pending value
    std::shared_ptr<Environment> from{};  ///< of a by-name argument: the scope of each evaluation
    std::shared_ptr<Environment>
        home{};               ///< of a class member: the scope of its only evaluation; null: the scope that holds it
    bool isImplicit = false;  ///< a candidate for implicit parameters
  };
  std::vector<Entry> entries;
  std::vector<std::pair<std::string, DataType>> types;
  std::vector<std::string> imports;
  std::shared_ptr<Environment> parent;
  const ClassTree* isInstanceOf = nullptr;
  std::vector<const ClassTree*> views;  ///< implicit classes
  std::function<std::string()> shown;   ///< toString of an instance

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
/// Gives a new collection this form.
Value ofForm(Value made, Form form);
/// Makes a new collection an Array of the embedded language.
Value asForeign(Value made, bool isFixed);
/// Maximum number of elements in an array.
inline constexpr std::int64_t mostElements = std::int64_t{1} << 24;
/// begin, begin + step and so on, before `end`; throws Error (user) for a step of 0, and if the result exceeds an
/// array.
std::vector<std::int64_t> numbersOf(std::int64_t begin, std::int64_t end, std::int64_t step, const Location& where);
/// Throws Error (unsupported) if adding `more` elements would exceed four million.
void requireRoom(const Collection& list, std::size_t more, const Location& where);
/// Appends elements to a growable collection.
void append(Collection& buffer, const Values& items, const Location& where);
Value tuple(Values items);
/// An instance of a struct.
Value recordOf(const DataType& type, Values items);
/// 0, or a struct of zeros; null for a type without numbers.
Value zeroOf(const DataType& type);
/// The index of the field with this name (or _1, _2 …), or none.
std::optional<std::size_t> fieldOf(const std::vector<std::string>& names, std::size_t count, const std::string& name);
/// List, Set and so on; null for an unknown form and for an Array.
const char* nameOf(Form form);
/// A string that is equal for values that == considers equal: the key in a Map.
std::string keyOf(const Value& value);
/// The text printed by println.
std::string toString(const Value& value);
/// "an Int", "an array", for messages
std::string describe(const Value& value);
/// The type of a number, of a value that contains numbers, or of the elements of an array.
std::optional<NumberType> numberTypeOf(const Value& value);
/// Whether it is a single number, known or unknown; and whether it is an unknown number.
bool isNumber(const Value& value);
bool isUnknownNumber(const Value& value);
/// A number as the source writes it.
Number numberOf(const NumberTree& n, const Location& where);

}  // namespace stardust::scala
