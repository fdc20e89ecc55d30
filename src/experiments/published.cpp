#include "experiments/published.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "built_in_paper.h"
#include "capstan/toml_document.h"

namespace stardust::experiments {
namespace {

/// A table of the file, read field by field; what is unknown or of another type is refused.
class Table {
 public:
  Table(const capstan::TomlDocument& document, const toml::table& table, std::string name)
      : document_(document), table_(table), name_(std::move(name)) {}

  /// Refuses every field but these.
  void allow(std::initializer_list<const char*> known) const {
    for (const auto& [key, node] : table_) {
      const std::string field(key.str());
      if (std::find(known.begin(), known.end(), field) != known.end()) continue;
      const auto similar = nearest(field, known);
      failUser(fmt::format("unknown field {}", path(field)), document_.at(key.source()), {},
               similar ? fmt::format("did you mean {}?", *similar) : fmt::format("known here: {}", fmt::join(known, ", ")));
    }
  }

  bool has(const char* field) const { return table_.contains(field); }
  Location place() const { return document_.at(table_.source()); }
  Location place(const char* field) const { return document_.at(node(field).source()); }

  std::string text(const char* field) const { return as<std::string>(node(field), field, "a string"); }
  /// What may be a part of a file's name.
  std::string name() const {
    const std::string name = text("name");
    const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || c == ' '; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), plain)) failType(node("name"), "name", "letters, digits, '-', '_', '.' and blanks");
    return name;
  }
  double positive(const char* field) const { return positive(node(field), field); }
  int count(const char* field) const {
    const auto value = as<std::int64_t>(node(field), field, "a whole number");
    if (value < 0 || value > 1'000'000) failUser(fmt::format("{} = {} is out of range", path(field), value), place(field));
    return static_cast<int>(value);
  }
  std::vector<std::string> texts(const char* field) const {
    return each<std::string>(field, [&](const toml::node& item) { return as<std::string>(item, field, "a list of strings"); });
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

  const capstan::TomlDocument& document_;
  const toml::table& table_;
  std::string name_;
};

Relative relativeOf(const Table& table) {
  table.allow({"ideal", "ddr4"});
  return {table.positive("ideal"), table.positive("ddr4")};
}

Lines linesOf(const Table& table) {
  table.allow({"input", "spatial"});
  return {table.count("input"), table.count("spatial")};
}

capstan::Units unitsOf(const Table& table) {
  table.allow({"PCU", "PMU", "MC", "shuffle"});
  return {table.count("PCU"), table.count("PMU"), table.count("MC"), table.count("shuffle")};
}

PaperKernel kernelOf(const Table& table) {
  table.allow({"name", "file", "outerPar", "lines", "units", "relative", "data", "also", "cost"});
  PaperKernel kernel;
  kernel.name = table.name();
  kernel.file = table.text("file");
  kernel.outerPar = table.count("outerPar");
  kernel.lines = linesOf(table.table("lines"));
  kernel.units = unitsOf(table.table("units"));
  kernel.relative = relativeOf(table.table("relative"));
  kernel.cost = table.positive("cost");
  if (table.has("also")) kernel.also = table.texts("also");
  const std::string data = table.text("data");
  const auto colon = data.rfind(':');
  if (colon == std::string::npos) failUser("data is SET:TENSOR", table.place("data"));
  kernel.set = data.substr(0, colon);
  kernel.tensor = data.substr(colon + 1);
  return kernel;
}

PaperInput inputOf(const Table& table) {
  table.allow({"name", "file", "generate"});
  if (table.has("file") == table.has("generate")) failUser("an input has either a file or a generator", table.place());
  PaperInput input;
  input.name = table.name();
  (table.has("file") ? input.file : input.generator) = table.text(table.has("file") ? "file" : "generate");
  return input;
}

PaperSet setOf(const Table& table) {
  table.allow({"name", "swept", "input"});
  PaperSet set;
  set.name = table.name();
  for (const Table& input : table.tables("input")) set.inputs.push_back(inputOf(input));
  const std::string swept = table.text("swept");
  const auto found = std::find_if(set.inputs.begin(), set.inputs.end(), [&](const PaperInput& input) { return input.name == swept; });
  if (found == set.inputs.end()) failUser(fmt::format("there is no input {} in the set", swept), table.place("swept"));
  set.swept = static_cast<std::size_t>(found - set.inputs.begin());
  return set;
}

HandWritten handWrittenOf(const Table& table) {
  table.allow({"name", "kernel", "program", "machine", "relative"});
  return {table.name(), table.text("kernel"), table.text("program"), table.text("machine"), table.positive("relative")};
}

template <class Named>
const Named* find(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const PaperSet& Published::setOf(const PaperKernel& kernel) const {
  const PaperSet* set = find(sets, kernel.set);
  require(set != nullptr, "parsePublished refuses a kernel without a set");
  return *set;
}

const PaperKernel& Published::kernel(const std::string& name) const {
  const PaperKernel* known = find(kernels, name);
  require(known != nullptr, "parsePublished refuses a program without a kernel");
  return *known;
}

Published parsePublished(Source toml) {
  const capstan::TomlDocument document(std::move(toml));
  const Table top(document, document.root(), "");
  top.allow({"gmean", "handwritten", "sweep", "kernel", "set"});
  Published published;
  published.gmean = relativeOf(top.table("gmean"));
  const Table sweep = top.table("sweep");
  sweep.allow({"memory", "gbPerSecond"});
  published.sweep = {sweep.text("memory"), sweep.positives("gbPerSecond")};
  for (const Table& set : top.tables("set")) published.sets.push_back(setOf(set));
  for (const Table& table : top.tables("kernel")) {
    published.kernels.push_back(kernelOf(table));
    if (!find(published.sets, published.kernels.back().set))
      failUser(fmt::format("there is no set {}", published.kernels.back().set), table.place("data"));
  }
  for (const Table& table : top.tables("handwritten")) {
    published.handwritten.push_back(handWrittenOf(table));
    if (!find(published.kernels, published.handwritten.back().kernel))
      failUser(fmt::format("there is no kernel {}", published.handwritten.back().kernel), table.place("kernel"));
  }
  return published;
}

Source paperFile(const std::string& name) {
  for (const PaperFile& file : paperFiles)
    if (name == file.name) return makeSource("examples/paper/" + name, file.text);
  failUser(fmt::format("there is no file {} in examples/paper", name));
}

}  // namespace stardust::experiments
