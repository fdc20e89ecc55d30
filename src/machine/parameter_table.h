// Parameters of machines, memories and processors. Each is declared once, as a row of a .def file. The row generates
// the struct member (members.inc), the parser (rows.inc) and the table of the guide (scripts/machine_guide).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::machine {

enum class Kind : std::uint8_t { Flag, Count, PowerOfTwo, Number, Name, Choice };

/// Metadata of a parameter.
struct Parameter {
  Kind kind;
  const char* table;  ///< table in the file; "" for the top level
  const char* key;
  const char* unit;  ///< "cycles", "words"; "" if dimensionless
  const char* meaning;
  double least = 0, most = 0;  ///< inclusive range of a number
  const char* names = "";      ///< legal names of a Choice, separated by blanks
};

/// A Count, a PowerOfTwo and a Choice (index of the name) are integers.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// A parameter of T, with its setter.
template <class T>
struct Row {
  Parameter parameter;
  std::function<void(T&, const Value&)> set;
};

/// The row of a parameter; `member` returns a reference to its value.
template <class T, class Member>
Row<T> row(const Parameter& parameter, Member member) {
  using V = std::remove_reference_t<decltype(member(std::declval<T&>()))>;
  return {parameter, [member](T& into, const Value& value) {
            if constexpr (std::is_same_v<V, bool> || std::is_same_v<V, double> || std::is_same_v<V, std::string>)
              member(into) = std::get<V>(value);
            else member(into) = static_cast<V>(std::get<std::int64_t>(value));
          }};
}

/// A constraint between parameters. The caret marks the value of table.key.
template <class T>
struct Rule {
  const char* table;
  const char* key;
  bool (*holds)(const T&);
  const char* rule;
};

/// Reads a description (TOML). Every parameter is required, and no other key is allowed.
class Reader {
 public:
  /// Throws Error (user) with a caret: TOML syntax.
  explicit Reader(Source toml);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Reads the values of the rows. Throws Error (user) with a caret: a missing, unknown, mistyped or out-of-range
  /// value, or a violated rule.
  template <class T>
  T read(const std::vector<Row<T>>& rows, const std::vector<Rule<T>>& rules) const {
    std::vector<Parameter> parameters;
    for (const auto& row : rows) parameters.push_back(row.parameter);
    const std::vector<Value> values = valuesOf(parameters);
    T result;
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].set(result, values[i]);
    for (const auto& rule : rules)
      if (!rule.holds(result)) failRule(rule.table, rule.key, rule.rule);
    return result;
  }
  /// Whether the top level of the file has the key with value true.
  bool isSet(const char* key) const;

 private:
  std::vector<Value> valuesOf(const std::vector<Parameter>& parameters) const;
  [[noreturn]] void failRule(const char* table, const char* key, const char* rule) const;

  class Text;
  std::unique_ptr<const Text> text_;
};

}  // namespace stardust::machine
