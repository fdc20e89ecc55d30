// What expressions of a program stand for. An embedded language has values of its own beside those of Scala.
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

struct Unit {};
/// Which collection of Scala's it is, where it is known.
enum class Form : std::uint8_t { Unknown, Array, List, Vector, Set, Map, ListBuffer, ArrayBuffer };
/// An array, matrix or tensor of the host, or a Seq of Scala: row by row.
struct Collection {
  Values items;
  std::vector<std::int64_t> dims;
  bool grows = false;  ///< a ListBuffer or ArrayBuffer of Scala
  Form form = Form::Unknown;
  bool isForeign = false;  ///< an Array of the embedded language, which has other members than Scala's
  bool isFixed = false;    ///< of these, one that a function made: it does not change
  std::shared_ptr<std::unordered_map<std::string, std::size_t>>
      places{};  ///< where the pair of a key of a Map is, or an element of a Set
};
/// A tuple, or an instance of a case class (with the names of its fields).
struct Record {
  Values items;
  std::vector<std::string> names;
  std::string className;
  NumberType number{};  ///< what the parts are together, of an integer that an embedded language holds in parts
  std::shared_ptr<Environment>
      members{};  ///< of a case class with a body, as long as the fields are those it was made with
};
struct Series;  // begin until end by step par p
struct Function;

/// An object of a library such as math or Array, whose members are known.
struct Module {
  std::string name;
};

/// A value of an embedded language.
class Foreign {
 public:
  virtual ~Foreign() = default;
  virtual std::string shown() const = 0;                     ///< as println shows it
  virtual std::string described() const = 0;                 ///< for messages
  virtual std::string key() const = 0;                       ///< as the key of a Map
  virtual std::optional<NumberType> numberType() const = 0;  ///< of a number, or of what holds numbers
  virtual bool isNumber() const = 0;                         ///< a number that is not known yet
};

/// A T of an embedded language: beside T stand the functions that the members call.
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
  /// Of one of these kinds; of what is none of them, a value of an embedded language.
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
  /// The object behind, or null.
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
  bool isInclusive = false;  ///< begin to last: the end is one behind the last, which depends on the way there
  bool isForeign = false;    ///< of the embedded language, whose ranges have other members than Scala's
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
/// A collection that was made just now, as an Array of the embedded language.
Value asForeign(Value made, bool isFixed);
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
/// The type of a number, of what holds numbers, or of the elements of an array.
std::optional<NumberType> numberTypeOf(const Value& value);
/// Whether it is one number, known or not; and one that is not known yet.
bool isNumber(const Value& value);
bool isUnknownNumber(const Value& value);
/// A number as the source writes it.
Number numberOf(const NumberTree& n, const Location& where);

}  // namespace stardust::scala
