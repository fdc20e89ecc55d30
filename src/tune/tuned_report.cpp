#include "tune/tuned_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::tune {
namespace {

std::int64_t unitsOf(const Measured& run) { return run.units.pcu + run.units.pmu + run.units.mc + run.units.shuffle; }

// No other trial of the ranking has fewer cycles without more units, or fewer units without more cycles.
bool isOnFront(const Tuned& tuned, std::size_t trial, const std::vector<std::size_t>& ranking) {
  if (std::find(ranking.begin(), ranking.end(), trial) == ranking.end()) return false;
  const Measured& own = tuned.outcome.trials[trial].runs.back();
  return std::none_of(ranking.begin(), ranking.end(), [&](std::size_t other) {
    const Measured& run = tuned.outcome.trials[other].runs.back();
    const bool isNoWorse = run.cycles <= own.cycles && unitsOf(run) <= unitsOf(own);
    return isNoWorse && (run.cycles < own.cycles || unitsOf(run) < unitsOf(own));
  });
}

std::string shown(const Candidate& candidate) { return candidate.text.empty() ? "(none)" : candidate.text; }

std::string table(const Tuned& tuned, std::size_t top) {
  const std::vector<Trial>& trials = tuned.outcome.trials;
  const std::vector<std::size_t> ranking = tuned.outcome.ranking();
  std::vector<std::size_t> rows = ranking;
  std::vector<std::size_t> others(rows.begin() + static_cast<long>(std::min(top, rows.size())), rows.end());
  rows.resize(std::min(top, rows.size()));
  for (const std::size_t n : others)
    if (n < tuned.kept) rows.push_back(n);
  TextTable table({"", "cycles", "predicted", "of the best", "PCU", "PMU", "MC", "shuffle", "MB", "schedule", "origin"},
                  {1, 2, 3, 4, 5, 6, 7, 8});
  const auto least = static_cast<double>(tuned.best().runs.back().cycles);
  for (const std::size_t n : rows) {
    const Measured& run = trials[n].runs.back();
    const std::optional<Prediction>& predicted = trials[n].candidate.predicted;
    table.row({isOnFront(tuned, n, ranking) ? "*" : "", std::to_string(run.cycles),
               predicted ? fmt::format("{:.0f}", predicted->cycles) : "-",
               fmt::format("{:.2f}", static_cast<double>(run.cycles) / least), std::to_string(run.units.pcu),
               std::to_string(run.units.pmu), std::to_string(run.units.mc), std::to_string(run.units.shuffle),
               fmt::format("{:.3f}", static_cast<double>(run.bytes) / 1e6), shown(trials[n].candidate),
               trials[n].candidate.origin});
  }
  return table.str();
}

std::string counts(const Tuned& tuned, bool isShort) {
  const std::vector<Trial>& trials = tuned.outcome.trials;
  const auto countOf = [&](auto holds) {
    return static_cast<std::int64_t>(std::count_if(trials.begin(), trials.end(), holds));
  };
  const auto refused = countOf([](const Trial& trial) { return trial.refusal.has_value(); });
  std::string text =
      fmt::format("candidates  {}, {} refused, {} with the program of another one, {} simulated on all operands",
                  trials.size(), refused, countOf([](const Trial& trial) { return trial.sameAs.has_value(); }),
                  countOf([](const Trial& trial) { return trial.isWhole(); }));
  for (std::size_t round = 0; round + 1 < tuned.shares.size(); ++round)
    text += fmt::format("{}1/{:.0f}", round == 0 ? fmt::format("; others on samples of {}: ", tuned.sampled) : ", ",
                        1 / tuned.shares[round]);
  if (!tuned.outcome.isComplete)
    text += fmt::format("\nsearch      {} after {:.0f} s, before all candidates were tried",
                        isShort ? "stopped" : "ended by --budget", tuned.seconds);
  if (!tuned.best().isWhole())
    text += fmt::format("\ncycles      of runs on a share of {:.4g} of the operands", tuned.best().runs.back().share);
  return text + "\n";
}

std::string bound(const Tuned& tuned) {
  if (tuned.leastCycles <= 0 || !tuned.best().isWhole()) return {};
  const auto cycles = static_cast<double>(tuned.best().runs.back().cycles);
  return fmt::format(
      "bound       operands and result have {} bytes: {:.0f} cycles at the peak of {}; the best schedule takes {:.1f} times that\n",
      grouped(tuned.leastBytes), tuned.leastCycles, tuned.memory, cycles / tuned.leastCycles);
}

nlohmann::ordered_json json(const Trial& trial, bool isOnFront) {
  nlohmann::ordered_json all = {{"schedule", trial.candidate.text}, {"origin", trial.candidate.origin}};
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const Measured& run : trial.runs)
    runs.push_back(
        {{"share", run.share},
         {"cycles", run.cycles},
         {"bytes", run.bytes},
         {"units",
          {{"pcu", run.units.pcu}, {"pmu", run.units.pmu}, {"mc", run.units.mc}, {"shuffle", run.units.shuffle}}}});
  all["runs"] = std::move(runs);
  if (const auto& predicted = trial.candidate.predicted)
    all["predicted"] = {{"cycles", std::llround(predicted->cycles)},
                        {"bytes", std::llround(predicted->bytes)},
                        {"limit", predicted->limit}};
  all["isOnFront"] = isOnFront;
  if (trial.refusal) all["refusal"] = *trial.refusal;
  if (trial.sameAs) all["sameAs"] = *trial.sameAs;
  return all;
}

std::string agreement(const Tuned& tuned) {
  const auto [correlation, count] = correlationOf(tuned);
  if (count < 2) return {};
  const Trial& automatic = tuned.outcome.trials[tuned.automatic];
  std::string text;
  if (automatic.isWhole() && tuned.best().isWhole())
    text = fmt::format(
        "auto        the best predicted schedule takes {:.2f} times the cycles of the best one: {}\n",
        static_cast<double>(automatic.runs.back().cycles) / static_cast<double>(tuned.best().runs.back().cycles),
        shown(automatic.candidate));
  return text +
         fmt::format("prediction  of {} schedules in {:.2f} s; rank correlation with the simulated cycles {:.2f}\n",
                     count, tuned.predictedIn, correlation);
}

bool isScheduleLine(const std::string& line) {
  std::istringstream words(line);
  std::string first, second;
  words >> first >> second;
  return first == "schedule" && !second.empty() && second.front() != '(' && second.front() != '=';
}

}  // namespace

std::pair<double, std::size_t> correlationOf(const Tuned& tuned) {
  std::vector<double> predicted, simulated;
  for (const Trial& trial : tuned.outcome.trials) {
    if (!trial.candidate.predicted || trial.runs.empty() || trial.runs.front().share != tuned.shares.front()) continue;
    predicted.push_back(trial.candidate.predicted->cycles);
    simulated.push_back(static_cast<double>(trial.runs.front().cycles));
  }
  return {rankCorrelation(predicted, simulated), predicted.size()};
}

std::string text(const Tuned& tuned, std::size_t top, bool isShort) {
  std::string text = fmt::format("expression  {}\nmachine     {}, {}\n", notation::print(tuned.assignment),
                                 tuned.machine, tuned.memory);
  text += counts(tuned, isShort) + bound(tuned) + agreement(tuned) + "\n" + table(tuned, top);
  text += "\n* no other schedule has fewer cycles and no more units\n\n";
  return text + fmt::format("schedule    {}\n", shown(tuned.best().candidate));
}

std::string json(const Tuned& tuned, const std::string& version) {
  nlohmann::ordered_json all = {{"schema", 1},
                                {"stardust", version},
                                {"expression", notation::print(tuned.assignment)},
                                {"machine", tuned.machine},
                                {"memory", tuned.memory},
                                {"sampled", tuned.sampled},
                                {"shares", tuned.shares},
                                {"isComplete", tuned.outcome.isComplete},
                                {"seconds", tuned.seconds},
                                {"leastBytes", tuned.leastBytes},
                                {"leastCycles", tuned.leastCycles},
                                {"rankCorrelation", correlationOf(tuned).first},
                                {"automatic", tuned.outcome.trials[tuned.automatic].candidate.text},
                                {"predicted", correlationOf(tuned).second},
                                {"predictedIn", tuned.predictedIn},
                                {"best", tuned.best().candidate.text}};
  nlohmann::ordered_json trials = nlohmann::ordered_json::array();
  const std::vector<std::size_t> ranking = tuned.outcome.ranking();
  for (std::size_t n = 0; n < tuned.outcome.trials.size(); ++n)
    trials.push_back(json(tuned.outcome.trials[n], isOnFront(tuned, n, ranking)));
  all["trials"] = std::move(trials);
  return all.dump(2) + "\n";
}

std::string withSchedule(const std::string& kernelText, const Tuned& tuned) {
  std::istringstream lines(kernelText);
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (!isScheduleLine(line)) text += line + "\n";
  if (!tuned.best().candidate.text.empty()) text += fmt::format("schedule {}\n", tuned.best().candidate.text);
  return text;
}

}  // namespace stardust::tune
