#include "experiments/paper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "driver/outputs.h"
#include "experiments/dram_calibration.h"
#include "experiments/paper_report.h"
#include "files/files.h"
#include "files/output_folder.h"

namespace stardust::experiments {
namespace {

namespace fs = std::filesystem;

using MakeTable = Json (*)(Json, const Published&, const PaperRuns&);

struct PartEntry {
  Part part;
  const char* name;
  MakeTable make;  ///< from the runs; nullptr: none
};
constexpr PartEntry allParts[] = {{Part::Loc, "loc", locTable},         {Part::Resources, "resources", resourcesTable},
                                  {Part::Perf, "perf", perfTable},      {Part::Bandwidth, "bandwidth", bandwidthTable},
                                  {Part::Dram, "dram", nullptr},           // without kernels: dramTable
                                  {Part::Recorded, "recorded", nullptr}};  // of other programs: measureRecorded

void checkData(const Published& published, const std::string& data) {
  std::error_code ignored;
  for (const PaperSet& set : published.sets)
    for (const PaperInput& input : set.inputs)
      if (!input.file.empty() && !fs::is_regular_file(fs::path(data) / input.file, ignored))
        failUser(fmt::format("there is no {} in {}", input.file, data), {},
                 "--data is the folder of the paper's data sets");
}

std::string fileOf(const PaperCommand& command, const std::string& name) {
  return (fs::path(command.out) / name).string();
}

// Refuses, before any measurement, a folder in which a file would be overwritten. Marks it as ours.
void requireOwnFolder(const Published& published, const PaperCommand& command) {
  std::vector<std::string> files = {"README.md"};
  for (const PartEntry& entry : allParts) {
    files.push_back(fmt::format("{}.svg", entry.name));
    if (command.request.parts.count(entry.part)) files.push_back(fmt::format("{}.json", entry.name));
  }
  std::vector<driver::Output> outputs;
  for (const std::string& file : files) outputs.push_back({"the paper's results", fileOf(command, file)});
  std::vector<driver::InputFile> inputs;
  const fs::path data = command.request.data;
  for (const PaperSet& set : published.sets)
    for (const PaperInput& input : set.inputs)
      if (!data.empty() && !input.file.empty()) inputs.push_back({"a data set", (data / input.file).string()});
  if (!data.empty()) inputs.push_back({"the measurements of DRAM", (data / "dram_calibration.csv").string()});
  driver::requireApart(outputs, inputs);
  checkOutputFolder(command.out, StaleFiles::Keep, files);
  writeOutputFolder(command.out, {}, StaleFiles::Keep);
  claimFolder(command.request.pool.folder);
}

// Reads a document of an earlier call, if there is one.
void readDocument(Documents& documents, const PaperCommand& command, const char* name) {
  const std::string path = fileOf(command, fmt::format("{}.json", name));
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return;
  try {
    documents[name] = Json::parse(readFile(path));
    markdown({{name, documents[name]}});  // checks that it has all fields of the page
  } catch (const Json::exception& error) {
    failUser(fmt::format("{} cannot be read: {}", path, error.what()), {},
             "the page is made from the results of earlier calls, too", "remove it");
  }
}

bool needsRuns(const PaperRequest& request) {
  return std::any_of(std::begin(allParts), std::end(allParts),
                     [&](const PartEntry& entry) { return entry.make && request.parts.count(entry.part); });
}

std::vector<CalibrationRow> calibrationOf(const PaperRequest& request) {
  if (!request.parts.count(Part::Dram)) return {};
  if (request.data.empty())
    failUser("the part dram needs the data sets", {}, "it compares the DRAM model with dram_calibration.csv",
             "name their folder with --data=DIR");
  return readCalibration((fs::path(request.data) / "dram_calibration.csv").string());
}

std::size_t countMissing(const PaperRuns& runs) {
  std::size_t missing = 0;
  for (const auto& entry : runs) {
    missing += entry.second.own.failure.empty() ? 0 : 1;
    for (const auto& input : entry.second.timed)
      for (const auto& run : input.second) missing += run.second.failure.empty() ? 0 : 1;
  }
  return missing;
}

std::size_t countMissing(const Documents& documents) {
  const auto recorded = documents.find("recorded");
  return recorded == documents.end() ? 0 : agreementOf(recorded->second).missing;
}

}  // namespace

std::set<Part> parseParts(const std::string& names) {
  std::vector<std::string> known;
  for (const PartEntry& entry : allParts) known.emplace_back(entry.name);
  std::set<Part> parts;
  std::istringstream in(names);
  for (std::string name; std::getline(in, name, ',');) {
    const auto found = std::find_if(std::begin(allParts), std::end(allParts),
                                    [&](const PartEntry& entry) { return name == entry.name; });
    if (found != std::end(allParts)) {
      parts.insert(found->part);
      continue;
    }
    const auto similar = nearest(name, known);
    failUser(fmt::format("there is no part '{}' of the paper's results", name), {},
             fmt::format("there is {}", fmt::join(known, ", ")),
             similar ? fmt::format("did you mean {}?", *similar) : "");
  }
  if (parts.empty())
    failUser("no part of the paper's results is named", {}, fmt::format("there is {}", fmt::join(known, ", ")));
  return parts;
}

PaperOutcome measurePaper(const PaperCommand& command) {
  const Published published = parsePublished(paperFile("published.toml"));
  if (!command.request.data.empty()) checkData(published, command.request.data);
  const auto calibration = calibrationOf(command.request);
  requireOwnFolder(published, command);
  Documents documents;
  for (const PartEntry& entry : allParts)
    if (!command.request.parts.count(entry.part)) readDocument(documents, command, entry.name);
  PaperOutcome outcome;
  const auto write = [&](const std::string& name, const std::string& text) {
    try {
      writeOutputFolder(command.out, {{name, text}}, StaleFiles::Keep);
    } catch (const Error& error) {  // reports the measurements nevertheless
      if (!outcome.unwritten) outcome.unwritten = error.diagnostic();
    }
  };
  const PaperRuns runs = needsRuns(command.request) ? runPaper(published, command.request) : PaperRuns();
  for (const PartEntry& entry : allParts) {
    if (!command.request.parts.count(entry.part)) continue;
    const Json begun = header(command.version, command.command);
    documents[entry.name] =
        entry.make ? entry.make(begun, published, runs)
        : entry.part == Part::Dram
            ? dramTable(begun, calibration, command.request.pool)
            : measureRecorded(parseRecorded(exampleFile("spatial/recorded.toml")), command.request.pool);
    write(fmt::format("{}.json", entry.name), documents[entry.name].dump(2) + "\n");
  }
  for (const auto& [name, picture] : plots(documents)) write(name, picture);
  write("README.md", markdown(documents));
  outcome.told = summary(documents);
  if (const std::size_t missing = countMissing(runs) + countMissing(documents))
    outcome.told += fmt::format("missing measurements: {}; the page gives the reasons\n", missing);
  if (!outcome.unwritten) outcome.told += fmt::format("written to {}\n", fileOf(command, "README.md"));
  return outcome;
}

}  // namespace stardust::experiments
