#include "experiments/paper_json.h"

#include "experiments/statistics.h"

namespace stardust::experiments {
namespace {

Json unitsJson(const capstan::Units& u) { return {{"PCU", u.pcu}, {"PMU", u.pmu}, {"MC", u.mc}, {"shuffle", u.shuffle}}; }

/// Fills "kernels" with what `row` says of each.
template <class Row>
Json table(Json document, const Published& published, const PaperRuns& runs, const Row& row) {
  Json& kernels = document["kernels"] = Json::object();
  for (const PaperKernel& kernel : published.kernels) kernels[kernel.name] = row(kernel, runs.at(kernel.name));
  return document;
}

// The parallelisation that was measured, and why it is not the published one; or why nothing was measured.
void noteRun(Json& row, const PaperRun& run) {
  row["outerPar"] = run.outerPar;
  if (!run.refusal.empty()) row["refused"] = run.refusal;
  if (!run.failure.empty()) row["failed"] = run.failure;
}

// Cycles of an input by memory, as far as there are any.
std::optional<double> cyclesOf(const std::map<std::string, PaperRun>& byMemory, const std::string& memory) {
  const auto run = byMemory.find(memory);
  if (run == byMemory.end() || !run->second.measured || !run->second.measured->cycles) return std::nullopt;
  return static_cast<double>(*run->second.measured->cycles);
}

// Runtime relative to HBM2E, geometric mean over the inputs that have both; nothing if there is none.
std::optional<double> relativeRuntime(const KernelRuns& runs, const char* memory) {
  std::vector<double> ratios;
  for (const auto& entry : runs.timed) {
    const auto cycles = cyclesOf(entry.second, memory), base = cyclesOf(entry.second, paperMemories[0].name);
    if (cycles && base) ratios.push_back(*cycles / *base);
  }
  if (ratios.empty()) return std::nullopt;
  return geometricMean(ratios);
}

Json inputJson(const std::map<std::string, PaperRun>& byMemory) {
  Json row;
  for (const PaperMemory& memory : paperMemories) {
    const PaperRun& run = byMemory.at(memory.name);
    const auto cycles = cyclesOf(byMemory, memory.name);
    row[memory.label] = cycles ? Json(*run.measured->cycles) : Json(nullptr);
    if (!run.failure.empty()) row["failed"][memory.label] = run.failure;
  }
  const PaperRun& first = byMemory.at(paperMemories[0].name);
  row["outerPar"] = first.outerPar;
  if (!first.refusal.empty()) row["refused"] = first.refusal;
  if (first.measured) row["units"] = unitsJson(first.measured->units);
  return row;
}

Json perfRow(const Published& published, const PaperKernel& kernel, const KernelRuns& runs) {
  const double wanted[] = {1.0, kernel.relative.ideal, kernel.relative.ddr4};
  Json row, cycles = Json::object(), paper;
  for (std::size_t n = 0; n < std::size(paperMemories); ++n) {
    const auto relative = relativeRuntime(runs, paperMemories[n].name);
    row[paperMemories[n].label] = relative ? Json(*relative) : Json(nullptr);
    paper[paperMemories[n].label] = wanted[n];
  }
  for (const PaperInput& input : published.setOf(kernel).inputs) cycles[input.name] = inputJson(runs.timed.at(input.name));
  row["cycles"] = cycles;
  row["outerPar"] = kernel.outerPar;
  row["published"] = paper;
  return row;
}

Json perfMeans(const Published& published, const PaperRuns& runs) {
  Json means, paper = {{"Ideal", published.gmean.ideal}, {"DDR4", published.gmean.ddr4}};
  for (const PaperMemory& memory : paperMemories) {
    std::vector<double> values;
    for (const PaperKernel& kernel : published.kernels)
      if (const auto relative = relativeRuntime(runs.at(kernel.name), memory.name)) values.push_back(*relative);
    means[memory.label] = values.empty() ? Json(nullptr) : Json(geometricMean(values));
    means["kernels"] = values.size();
  }
  means["published"] = paper;
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
    noteRun(row, byMemory.at(memory));
  }
  return row;
}

}  // namespace

Json header(const std::string& version, const std::string& command) { return {{"schema", 1}, {"stardust", version}, {"command", command}}; }

Json locTable(Json header, const Published& published, const PaperRuns& runs) {
  return table(std::move(header), published, runs, [](const PaperKernel& kernel, const KernelRuns& run) {
    const auto& own = run.own.measured;
    Json row = {{"file", kernel.file},
                {"input", {{"ours", linesOf(paperFile(kernel.file)->text)}, {"paper", kernel.lines.input}}},
                {"spatial", {{"ours", own ? Json(own->spatialLines) : Json(nullptr)}, {"paper", kernel.lines.spatial}}}};
    if (!own) row["failed"] = run.own.failure;
    return row;
  });
}

Json resourcesTable(Json header, const Published& published, const PaperRuns& runs) {
  return table(std::move(header), published, runs, [](const PaperKernel& kernel, const KernelRuns& run) {
    Json row = run.own.measured ? unitsJson(run.own.measured->units) : Json::object();
    noteRun(row, run.own);
    row["published"] = unitsJson(kernel.units);
    row["published"]["outerPar"] = kernel.outerPar;
    return row;
  });
}

Json perfTable(Json header, const Published& published, const PaperRuns& runs) {
  Json document = table(std::move(header), published, runs,
                        [&](const PaperKernel& kernel, const KernelRuns& run) { return perfRow(published, kernel, run); });
  document["gmean"] = perfMeans(published, runs);
  document["handwrittenSpmv"] = {{"HBM2E", nullptr}, {"published", published.handwrittenSpmv}};
  document["plasticineSpmv"] = {{"HBM2E", nullptr}, {"published", published.plasticineSpmv}};
  return document;
}

Json bandwidthTable(Json header, const Published& published, const PaperRuns& runs) {
  header["memory"] = published.sweep.memory;
  header["gbPerSecond"] = published.sweep.gbPerSecond;
  return table(std::move(header), published, runs,
               [&](const PaperKernel& kernel, const KernelRuns& run) { return bandwidthRow(published, kernel, run); });
}

}  // namespace stardust::experiments
