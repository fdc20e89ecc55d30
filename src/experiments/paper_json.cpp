#include "experiments/paper_json.h"

#include "experiments/statistics.h"

namespace stardust::experiments {
namespace {

Json unitsJson(const capstan::Units& u) {
  return {{"PCU", u.pcu}, {"PMU", u.pmu}, {"MC", u.mc}, {"shuffle", u.shuffle}};
}

/// Fills "kernels" with the result of `row` for each.
template <class Row>
Json table(Json document, const Published& published, const PaperRuns& runs, const Row& row) {
  Json& kernels = document["kernels"] = Json::object();
  for (const PaperKernel& kernel : published.kernels) kernels[kernel.name] = row(kernel, runs.at(kernel.name));
  return document;
}

// The measured parallelization, and why it differs from the published one.
void noteOuterPar(Json& row, const PaperRun& run) {
  row["outerPar"] = run.outerPar ? Json(run.outerPar) : Json(nullptr);
  if (!run.refusal.empty()) row["refused"] = run.refusal;
}

// The reason for a missing measurement.
void noteFailure(Json& row, const PaperRun& run) {
  if (!run.failure.empty()) row["failed"] = run.failure;
}

// The cycles of an input by memory, if there are any.
std::optional<double> cyclesOf(const std::map<std::string, PaperRun>& byMemory, const std::string& memory) {
  const auto run = byMemory.find(memory);
  if (run == byMemory.end() || !run->second.measured || !run->second.measured->cycles) return std::nullopt;
  return static_cast<double>(*run->second.measured->cycles);
}

// Runtime relative to HBM2E: the geometric mean over the inputs with both measurements; none if there is no such input.
std::optional<double> relativeRuntime(const KernelRuns& runs, const char* memory) {
  std::vector<double> ratios;
  for (const auto& entry : runs.timed) {
    const auto cycles = cyclesOf(entry.second, memory), base = cyclesOf(entry.second, paperMemories[0].name);
    if (cycles && base) ratios.push_back(*cycles / *base);
  }
  if (ratios.empty()) return std::nullopt;
  return geometricMean(ratios);
}

// Why an input has no cycles: one reason for all memories, or one for each.
Json failuresOf(const std::map<std::string, PaperRun>& byMemory) {
  Json failures;
  std::set<std::string> reasons;
  for (const PaperMemory& memory : paperMemories) {
    const std::string& failure = byMemory.at(memory.name).failure;
    reasons.insert(failure);
    if (!failure.empty()) failures[memory.label] = failure;
  }
  return reasons.size() == 1 && !failures.is_null() ? Json(*reasons.begin()) : failures;
}

Json inputJson(const std::map<std::string, PaperRun>& byMemory) {
  Json row;
  for (const PaperMemory& memory : paperMemories) {
    const auto cycles = cyclesOf(byMemory, memory.name);
    row[memory.label] = cycles ? Json(*byMemory.at(memory.name).measured->cycles) : Json(nullptr);
  }
  const PaperRun& first = byMemory.at(paperMemories[0].name);
  noteOuterPar(row, first);
  if (const Json failures = failuresOf(byMemory); !failures.is_null()) row["failed"] = failures;
  if (first.measured) row["units"] = unitsJson(first.measured->units);
  return row;
}

double publishedRuntime(const PaperKernel& kernel, const PaperMemory& memory) {
  const std::string label = memory.label;
  return label == "Ideal" ? kernel.relative.ideal : label == "DDR4" ? kernel.relative.ddr4 : 1.0;
}

Json perfRow(const Published& published, const PaperKernel& kernel, const KernelRuns& runs) {
  Json row, cycles = Json::object(), paper;
  for (const PaperMemory& memory : paperMemories) {
    const auto relative = relativeRuntime(runs, memory.name);
    row[memory.label] = relative ? Json(*relative) : Json(nullptr);
    paper[memory.label] = publishedRuntime(kernel, memory);
  }
  for (const PaperInput& input : published.setOf(kernel).inputs)
    cycles[input.name] = inputJson(runs.timed.at(input.name));
  row["cycles"] = cycles;
  row["published"] = paper;
  return row;
}

// Time with HBM2E relative to the compiled program: the geometric mean over the inputs with both measurements. (Clocks
// may differ.)
Json byHandRow(const HandWritten& program, const PaperRuns& runs) {
  const char* const memory = paperMemories[0].name;
  Json row = {{"program", program.program},
              {"machine", program.machine},
              {"cycles", Json::object()},
              {"published", program.relative}};
  std::vector<double> ratios;
  for (const auto& [input, byMemory] : runs.at(program.name).timed) {
    const PaperRun &byHand = byMemory.at(memory), &compiled = runs.at(program.kernel).timed.at(input).at(memory);
    noteFailure(row, byHand);
    if (!byHand.measured || !byHand.measured->cycles) continue;
    row["cycles"][input] = *byHand.measured->cycles;
    row["units"] = unitsJson(byHand.measured->units);
    if (compiled.measured && compiled.measured->cycles)
      ratios.push_back(byHand.measured->seconds / compiled.measured->seconds);
  }
  row[paperMemories[0].label] = ratios.empty() ? Json(nullptr) : Json(geometricMean(ratios));
  return row;
}

// Over the measured kernels, ours and the published ones.
Json perfMeans(const Published& published, const PaperRuns& runs) {
  Json means, paper, kernels;
  for (const PaperMemory& memory : paperMemories) {
    std::vector<double> ours, theirs;
    for (const PaperKernel& kernel : published.kernels) {
      const auto relative = relativeRuntime(runs.at(kernel.name), memory.name);
      if (!relative) continue;
      ours.push_back(*relative);
      theirs.push_back(publishedRuntime(kernel, memory));
    }
    means[memory.label] = ours.empty() ? Json(nullptr) : Json(geometricMean(ours));
    paper[memory.label] = ours.empty() ? Json(nullptr) : Json(geometricMean(theirs));
    kernels[memory.label] = ours.size();
  }
  means["published"] = paper;
  means["kernels"] = kernels;
  return means;
}

Json bandwidthRow(const Published& published, const PaperKernel& kernel, const KernelRuns& runs) {
  const PaperSet& set = published.setOf(kernel);
  const auto& byMemory = runs.timed.at(set.inputs[set.swept].name);
  Json row = {{"input", set.inputs[set.swept].name}, {"cycles", Json::array()}, {"speedup", Json::array()}};
  const auto slowest = cyclesOf(byMemory, sweptMemory(published.sweep, published.sweep.gbPerSecond.front()));
  for (const double bandwidth : published.sweep.gbPerSecond) {
    const std::string memory = sweptMemory(published.sweep, bandwidth);
    const auto cycles = cyclesOf(byMemory, memory);
    row["cycles"].push_back(cycles ? Json(*byMemory.at(memory).measured->cycles) : Json(nullptr));
    row["speedup"].push_back(cycles && slowest ? Json(*slowest / *cycles) : Json(nullptr));
    noteFailure(row, byMemory.at(memory));
  }
  noteOuterPar(row, byMemory.at(sweptMemory(published.sweep, published.sweep.gbPerSecond.front())));
  return row;
}

}  // namespace

Json header(const std::string& version, const std::string& command) {
  return {{"schema", 1}, {"stardust", version}, {"command", command}};
}

Json locTable(Json header, const Published& published, const PaperRuns& runs) {
  return table(std::move(header), published, runs, [](const PaperKernel& kernel, const KernelRuns& run) {
    const auto& own = run.own.measured;
    Json row = {
        {"file", kernel.file},
        {"input", {{"ours", linesOf(paperFile(kernel.file)->text)}, {"paper", kernel.lines.input}}},
        {"spatial", {{"ours", own ? Json(own->spatialLines) : Json(nullptr)}, {"paper", kernel.lines.spatial}}}};
    noteFailure(row, run.own);
    return row;
  });
}

Json resourcesTable(Json header, const Published& published, const PaperRuns& runs) {
  return table(std::move(header), published, runs, [](const PaperKernel& kernel, const KernelRuns& run) {
    Json row = run.own.measured ? unitsJson(run.own.measured->units) : Json::object();
    noteOuterPar(row, run.own);
    noteFailure(row, run.own);
    row["published"] = unitsJson(kernel.units);
    row["published"]["outerPar"] = kernel.outerPar;
    return row;
  });
}

Json perfTable(Json header, const Published& published, const PaperRuns& runs) {
  Json document = table(std::move(header), published, runs, [&](const PaperKernel& kernel, const KernelRuns& run) {
    return perfRow(published, kernel, run);
  });
  document["gmean"] = perfMeans(published, runs);
  for (const HandWritten& program : published.handwritten)
    document["handwritten"][program.name] = byHandRow(program, runs);
  return document;
}

Json bandwidthTable(Json header, const Published& published, const PaperRuns& runs) {
  header["memory"] = published.sweep.memory;
  header["gbPerSecond"] = published.sweep.gbPerSecond;
  return table(std::move(header), published, runs,
               [&](const PaperKernel& kernel, const KernelRuns& run) { return bandwidthRow(published, kernel, run); });
}

}  // namespace stardust::experiments
