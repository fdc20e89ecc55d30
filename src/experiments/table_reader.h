// Field-by-field reading of TOML tables: unknown and mistyped fields are errors with their place.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "machine/toml_document.h"

namespace stardust::experiments {

/// A table of the file, read field by field; unknown and mistyped fields are errors.
class Table {
 public:
  Table(const machine::TomlDocument& document, const toml::table& table, std::string name)
      : document_(document), table_(table), name_(std::move(name)) {}

  /// Refuses every field except these.
  void allow(std::initializer_list<const char*> known) const {
    for (const auto& [key, node] : table_) {
      const std::string field(key.str());
      if (std::find(known.begin(), known.end(), field) != known.end()) continue;
      const auto similar = nearest(field, known);
      failUser(
          fmt::format("unknown field {}", path(field)), document_.at(key.source()), {},
          similar ? fmt::format("did you mean {}?", *similar) : fmt::format("known here: {}", fmt::join(known, ", ")));
    }
  }

  bool has(const char* field) const { return table_.contains(field); }
  Location place() const { return document_.at(table_.source()); }
  Location place(const char* field) const { return document_.at(node(field).source()); }

  std::string text(const char* field) const { return as<std::string>(node(field), field, "a string"); }
  /// A value that may be part of a file name.
  std::string name() const {
    const std::string name = text("name");
    const auto plain = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || c == ' ';
    };
    if (name.empty() || !std::all_of(name.begin(), name.end(), plain))
      failType(node("name"), "name", "letters, digits, '-', '_', '.' and blanks");
    return name;
  }
  double positive(const char* field) const { return positive(node(field), field); }
  int count(const char* field) const {
    const auto value = as<std::int64_t>(node(field), field, "a whole number");
    if (value < 0 || value > 1'000'000)
      failUser(fmt::format("{} = {} is out of range", path(field), value), place(field));
    return static_cast<int>(value);
  }
  std::vector<std::string> texts(const char* field) const {
    return each<std::string>(field,
                             [&](const toml::node& item) { return as<std::string>(item, field, "a list of strings"); });
  }
  std::vector<double> positives(const char* field) const {
    return each<double>(field, [&](const toml::node& item) { return positive(item, field); });
  }
  Table table(const char* field) const { return inner(node(field), field); }
  std::vector<Table> tables(const char* field) const {
    return each<Table>(field, [&](const toml::node& item) { return inner(item, field); });
  }

 private:
  std::string path(const std::string& field) const { return name_.empty() ? field : name_ + "." + field; }

  const toml::node& node(const char* field) const {
    const toml::node* found = table_.get(field);
    if (!found) failUser(fmt::format("{} is missing", path(field)), place());
    return *found;
  }
  [[noreturn]] void failType(const toml::node& node, const char* field, const char* wanted) const {
    failUser(fmt::format("{} must be {}", path(field), wanted), document_.at(node.source()));
  }
  template <class T>
  T as(const toml::node& node, const char* field, const char* wanted) const {
    const auto value = node.value_exact<T>();
    if (!value) failType(node, field, wanted);
    return *value;
  }
  double positive(const toml::node& node, const char* field) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !(*value > 0 && *value < 1e9)) failType(node, field, "a number above 0");
    return *value;
  }
  Table inner(const toml::node& node, const char* field) const {
    if (!node.is_table()) failType(node, field, "a table");
    return {document_, *node.as_table(), path(field)};
  }
  template <class T, class Read>
  std::vector<T> each(const char* field, const Read& read) const {
    const toml::array* items = node(field).as_array();
    if (!items || items->empty()) failType(node(field), field, "a list that is not empty");
    std::vector<T> values;
    for (const toml::node& item : *items) values.push_back(read(item));
    return values;
  }

  const machine::TomlDocument& document_;
  const toml::table& table_;
  std::string name_;
};

}  // namespace stardust::experiments
