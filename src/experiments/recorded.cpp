#include "experiments/recorded.h"

#include <algorithm>
#include <cmath>

#include "experiments/published.h"
#include "experiments/statistics.h"
#include "experiments/table_reader.h"
#include "files/files.h"

namespace stardust::experiments {
namespace {

RecordedApp appOf(const Table& table, const std::string& file) {
  table.allow({"name", "cycles", "PCU", "PMU", "MC"});
  return {table.name(),
          file,
          static_cast<std::int64_t>(table.positive("cycles")),
          {table.count("PCU"), table.count("PMU"), table.count("MC")}};
}

Job jobOf(const Recorded& recorded, const RecordedApp& app, const std::string& folder) {
  const std::string path = fmt::format("{}/recorded/{}", folder, app.file);
  Job job;
  job.name = "recorded-" + app.name;
  job.arguments = {"exec",   path, "--app=" + app.name, "--machine=" + recorded.machine, "--memory=" + recorded.memory,
                   "--quiet"};
  job.cost = static_cast<double>(app.cycles) + 1000;
  return job;
}

Json unitsJson(const RecordedUnits& units) { return {{"PCU", units.pcu}, {"PMU", units.pmu}, {"MC", units.mc}}; }

RecordedUnits unitsOf(const Json& json) {
  return {json.at("PCU").get<int>(), json.at("PMU").get<int>(), json.at("MC").get<int>()};
}

Json rowOf(const RecordedApp& app, const Outcome& outcome) {
  Json row = {{"app", app.name}, {"file", app.file}, {"recordedCycles", app.cycles}};
  if (outcome.state != Outcome::State::Done) {
    row["recordedUnits"] = unitsJson(app.units);
    row["failed"] = outcome.state == Outcome::State::Missing ? "did not finish"
                                                             : outcome.message.substr(0, outcome.message.find('\n'));
    return row;
  }
  const Json report = Json::parse(outcome.report);
  row["cycles"] = report.at("cycles");
  row["recordedUnits"] = unitsJson(app.units);
  row["units"] = unitsJson(unitsOf(report.at("resources")));
  return row;
}

double apart(double a, double b) { return std::max(a / b, b / a); }

}  // namespace

double computeAndMemory(const Json& units) { return units.at("PCU").get<double>() + units.at("PMU").get<double>(); }

Recorded parseRecorded(Source toml) {
  const machine::TomlDocument document(std::move(toml));
  const Table root(document, document.root(), "");
  root.allow({"machine", "memory", "program"});
  Recorded recorded{root.text("machine"), root.text("memory"), {}};
  for (const Table& program : root.tables("program")) {
    program.allow({"file", "apps"});
    const std::string file = program.text("file");
    for (const Table& app : program.tables("apps")) recorded.apps.push_back(appOf(app, file));
  }
  return recorded;
}

Json measureRecorded(const Recorded& recorded, const PoolOptions& pool) {
  std::vector<Job> jobs;
  for (const RecordedApp& app : recorded.apps) {
    jobs.push_back(jobOf(recorded, app, pool.folder));
    writeFile(jobs.back().arguments[1], exampleFile("spatial/" + app.file)->text);
  }
  const Outcomes outcomes = runJobs(jobs, pool);
  Json rows = Json::array();
  for (std::size_t n = 0; n < jobs.size(); ++n) {
    const auto found = outcomes.find(jobs[n].name);
    rows.push_back(rowOf(recorded.apps[n], found == outcomes.end() ? Outcome{} : found->second));
  }
  return rows;
}

Agreement agreementOf(const Json& document) {
  Agreement agreement;
  std::vector<double> ratios, units;
  for (const Json& row : document) {
    if (!row.contains("cycles")) {
      ++agreement.missing;
      continue;
    }
    const double ours = row.at("cycles").get<double>(), theirs = row.at("recordedCycles").get<double>();
    ratios.push_back(apart(ours, theirs));
    if (isWithin(ours, theirs, recordedTolerance)) ++agreement.close;
    const double mine = computeAndMemory(row.at("units")), recorded = computeAndMemory(row.at("recordedUnits"));
    if (mine > 0 && recorded > 0) units.push_back(apart(mine, recorded));
  }
  agreement.measured = ratios.size();
  agreement.meanRatio = geometricMean(ratios);
  agreement.meanUnits = geometricMean(units);
  return agreement;
}

}  // namespace stardust::experiments
