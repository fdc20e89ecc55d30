#include "experiments/published.h"

#include <fmt/format.h>

#include <algorithm>

#include "built_in_paper.h"
#include "experiments/table_reader.h"

namespace stardust::experiments {
namespace {

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
  const auto found =
      std::find_if(set.inputs.begin(), set.inputs.end(), [&](const PaperInput& input) { return input.name == swept; });
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
  const machine::TomlDocument document(std::move(toml));
  const Table root(document, document.root(), "");
  root.allow({"gmean", "handwritten", "sweep", "kernel", "set"});
  Published published;
  published.gmean = relativeOf(root.table("gmean"));
  const Table sweep = root.table("sweep");
  sweep.allow({"memory", "gbPerSecond"});
  published.sweep = {sweep.text("memory"), sweep.positives("gbPerSecond")};
  for (const Table& set : root.tables("set")) published.sets.push_back(setOf(set));
  for (const Table& table : root.tables("kernel")) {
    published.kernels.push_back(kernelOf(table));
    if (!find(published.sets, published.kernels.back().set))
      failUser(fmt::format("there is no set {}", published.kernels.back().set), table.place("data"));
  }
  for (const Table& table : root.tables("handwritten")) {
    published.handwritten.push_back(handWrittenOf(table));
    if (!find(published.kernels, published.handwritten.back().kernel))
      failUser(fmt::format("there is no kernel {}", published.handwritten.back().kernel), table.place("kernel"));
  }
  return published;
}

Source exampleFile(const std::string& name) {
  for (const ExampleFile& file : exampleFiles)
    if (name == file.name) return makeSource("examples/" + name, file.text);
  failUser(fmt::format("there is no file {} in examples", name));
}

Source paperFile(const std::string& name) { return exampleFile("paper/" + name); }

}  // namespace stardust::experiments
