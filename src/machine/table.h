// Parameters of machines, memories and processors: each is declared once, as a row of a .def file, from which come the
// member of the struct (members.inc), what a description may say (rows.inc) and the user's table
// (scripts/machine_guide).
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

/// What is known of a parameter beside its value.
struct Parameter {
  Kind kind;
  const char* table;  ///< of the file; "" for its top
  const char* key;
  const char* unit;  ///< "cycles", "words"; "" where it has none
  const char* meaning;
  double least = 0, most = 0;  ///< of a number, both included
  const char* names = "";      ///< of a Choice, with blanks between
};

/// Of a Count, a PowerOfTwo and a Choice (the number of the name) a whole number.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// A parameter of T, and how it is set.
template <class T>
struct Row {
  Parameter parameter;
  std::function<void(T&, const Value&)> set;
};

/// The row of a parameter, for which `member` gives the place of its value.
template <class T, class Member>
Row<T> row(const Parameter& parameter, Member member) {
  using V = std::remove_reference_t<decltype(member(std::declval<T&>()))>;
  return {parameter, [member](T& into, const Value& value) {
            if constexpr (std::is_same_v<V, bool> || std::is_same_v<V, double> || std::is_same_v<V, std::string>)
              member(into) = std::get<V>(value);
            else member(into) = static_cast<V>(std::get<std::int64_t>(value));
          }};
}

/// A rule between parameters; the caret goes to the value of table.key.
template <class T>
struct Rule {
  const char* table;
  const char* key;
  bool (*holds)(const T&);
  const char* rule;
};

/// A description (TOML). Every parameter has to be there, and nothing else.
class Reader {
 public:
  /// Throws Error (user) with a caret: TOML syntax.
  explicit Reader(Source toml);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// The values of the rows. Throws Error (user) with a caret: a missing, unknown, mistyped or absurd value, or a
  /// broken rule.
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
  /// Whether the top of the file has the key with the value true.
  bool isSet(const char* key) const;

 private:
  std::vector<Value> valuesOf(const std::vector<Parameter>& parameters) const;
  [[noreturn]] void failRule(const char* table, const char* key, const char* rule) const;

  class Text;
  std::unique_ptr<const Text> text_;
};

}  // namespace stardust::machine
