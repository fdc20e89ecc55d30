// Reader of descriptions. The rows of the parameters define the legal contents.
#include "machine/parameter_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <sstream>

#include "machine/toml_document.h"

namespace stardust::machine {
namespace {

std::string path(const std::string& table, const std::string& key) { return table.empty() ? key : table + "." + key; }
std::string path(const Parameter& parameter) { return path(parameter.table, parameter.key); }

std::vector<std::string> namesOf(const Parameter& parameter) {
  std::istringstream words(parameter.names);
  return {std::istream_iterator<std::string>(words), {}};
}

/// "a", "b" or "c"
std::string oneOf(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + fmt::format("\"{}\"", names[i]);
  return text;
}

}  // namespace

class Reader::Text {
 public:
  explicit Text(Source toml) : document_(std::move(toml)) {}

  Location at(const toml::node& node) const { return document_.at(node.source()); }
  const toml::table& root() const { return document_.root(); }

  const toml::node* find(const std::string& table, const std::string& key) const {
    return (table.empty() ? root()[key] : root()[table][key]).node();
  }

  void refuseUnknown(const std::vector<Parameter>& parameters) const {
    std::set<std::string> tables;
    for (const auto& parameter : parameters) tables.insert(parameter.table);
    for (const auto& table : tables) {
      if (table.empty()) {
        refuseUnknownKeys(root(), "", parameters, tables);
      } else if (const auto* node = root().get(table)) {
        if (!node->is_table()) failUser(table + " must be a table", at(*node), "", "write [" + table + "]");
        refuseUnknownKeys(*node->as_table(), table, parameters, {});
      }
    }
  }

  Value value(const Parameter& parameter) const {
    const auto* node = find(parameter.table, parameter.key);
    if (!node) failMissing(parameter);
    switch (parameter.kind) {
      case Kind::Flag: return flag(*node, parameter);
      case Kind::Count:
      case Kind::PowerOfTwo: return count(*node, parameter);
      case Kind::Number: return number(*node, parameter);
      case Kind::Name: return name(*node, parameter);
      case Kind::Choice: return choice(*node, parameter);
    }
    failInternal("a parameter of no kind");
  }

 private:
  void refuseUnknownKeys(const toml::table& keys, const std::string& table, const std::vector<Parameter>& parameters,
                         const std::set<std::string>& subtables) const {
    std::vector<std::string> known;
    for (const auto& parameter : parameters)
      if (table == parameter.table) known.emplace_back(parameter.key);
    for (const auto& name : subtables)
      if (!name.empty()) known.push_back(name);
    for (const auto& [key, node] : keys) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto near = nearest(name, known);
      failUser(fmt::format("unknown field {}", path(table, name)), document_.at(key.source()), "",
               near ? "did you mean " + *near + "?" : "known here: " + fmt::format("{}", fmt::join(known, ", ")));
    }
  }

  [[noreturn]] void failMissing(const Parameter& parameter) const {
    const auto* node = root().get(parameter.table);
    failUser(fmt::format("{} is missing", path(parameter)), node ? at(*node) : Location{document_.source(), {0, 1}},
             "every field of a description is mandatory");
  }
  [[noreturn]] void failType(const toml::node& node, const Parameter& parameter, const std::string& wanted) const {
    failUser(fmt::format("{} must be {}", path(parameter), wanted), at(node));
  }
  void checkRange(const toml::node& node, const Parameter& parameter, double number) const {
    if (!(number >= parameter.least && number <= parameter.most))
      failUser(fmt::format("{} = {} is out of range", path(parameter), number), at(node), "",
               fmt::format("{} to {} is possible", parameter.least, parameter.most));
  }

  bool flag(const toml::node& node, const Parameter& parameter) const {
    const auto flag = node.value_exact<bool>();
    if (!flag) failType(node, parameter, "true or false");
    return *flag;
  }
  std::int64_t count(const toml::node& node, const Parameter& parameter) const {
    const auto number = node.value_exact<std::int64_t>();
    if (!number) failType(node, parameter, "a whole number");
    checkRange(node, parameter, static_cast<double>(*number));
    if (parameter.kind == Kind::PowerOfTwo && !std::has_single_bit(static_cast<std::uint64_t>(*number)))
      failUser(fmt::format("{} = {} is not a power of two", path(parameter), *number), at(node),
               "an address is cut into fields of bits");
    return *number;
  }
  double number(const toml::node& node, const Parameter& parameter) const {
    if (!node.is_number()) failType(node, parameter, "a number");
    const double number = *node.value<double>();
    checkRange(node, parameter, number);
    return number;
  }
  std::string name(const toml::node& node, const Parameter& parameter) const {
    const auto text = node.value_exact<std::string>();
    constexpr std::size_t longest = 64;
    const auto isPlain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
             c == '.';
    };
    if (!text || text->empty() || text->size() > longest || !std::all_of(text->begin(), text->end(), isPlain))
      failType(node, parameter, "a string of 1 to 64 letters, digits, '-', '_' or '.'");
    return *text;
  }
  std::int64_t choice(const toml::node& node, const Parameter& parameter) const {
    const auto names = namesOf(parameter);
    const auto found = std::find(names.begin(), names.end(), node.value_exact<std::string>().value_or(""));
    if (found == names.end()) failType(node, parameter, oneOf(names));
    return found - names.begin();
  }

  TomlDocument document_;
};

Reader::Reader(Source toml) : text_(std::make_unique<const Text>(std::move(toml))) {}
Reader::~Reader() = default;

bool Reader::isSet(const char* key) const { return text_->root()[key].value_or(false); }

std::vector<Value> Reader::valuesOf(const std::vector<Parameter>& parameters) const {
  text_->refuseUnknown(parameters);
  std::vector<Value> values;
  for (const auto& parameter : parameters) values.push_back(text_->value(parameter));
  return values;
}

void Reader::failRule(const char* table, const char* key, const char* rule) const {
  failUser(fmt::format("{} does not fit the other fields", path(table, key)), text_->at(*text_->find(table, key)),
           rule);
}

}  // namespace stardust::machine
