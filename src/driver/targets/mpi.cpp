#include "driver/targets/mpi.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/mpi/program.h"
#include "driver/results.h"
#include "driver/run.h"
#include "driver/targets/shown.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

std::string distributionText(const MpiProduct& made) {
  if (made.distributions.empty()) return {};
  const Distribution& taken = made.distributions.front();
  std::string out =
      fmt::format("distribution of {} over {}, by entries read and values received of the busiest rank: {}", taken.var,
                  counted(taken.ranks(), "rank"), taken.cost());
  for (std::size_t n = 1; n < made.distributions.size(); ++n)
    out += fmt::format("; of {} it would be {}", made.distributions[n].var, made.distributions[n].cost());
  out += "\n";
  for (int r = 0; r < taken.ranks(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    const RankLoad& load = taken.loads[at];
    out += fmt::format("rank {}: {} of {}, {} entries, receives {} values, sends {} in {}\n", r,
                       taken.cuts[at + 1] - taken.cuts[at], taken.var, load.entries, load.received, load.sent,
                       counted(load.messages, "message"));
  }
  return out;
}

Json jsonOf(const MpiProduct& made) {
  const Distribution& taken = made.distributions.front();
  Json ranks = Json::array();
  for (std::size_t r = 0; r < taken.loads.size(); ++r) {
    const RankLoad& load = taken.loads[r];
    Json rank = {{"coordinates", taken.cuts[r + 1] - taken.cuts[r]},
                 {"entries", load.entries},
                 {"received", load.received},
                 {"sent", load.sent},
                 {"messages", load.messages}};
    if (made.ran) {
      rank["exchangeSeconds"] = made.ran->ranks[r].exchange;
      rank["kernelSeconds"] = made.ran->ranks[r].kernel;
    }
    ranks.push_back(rank);
  }
  return {{"distributed", taken.var}, {"ranks", ranks}};
}

CpuTiming timingOf(const RanksRun& ran) {
  CpuTiming timing;
  timing.seconds = ran.seconds();
  return timing;
}

void requireAsPlanned(const RanksRun& ran, const Distribution& plan) {
  for (std::size_t r = 0; r < ran.ranks.size(); ++r)
    require(ran.ranks[r].received == plan.loads[r].received && ran.ranks[r].sent == plan.loads[r].sent,
            "the ranks move the values that the plan says");
}

}  // namespace

std::vector<TextPart> MpiBackend::parts() const {
  return {{"expression"},         {"cin"},          {"schedule"},     {"loops"}, {"c"},
          {"distribution", true}, {"result", true}, {"timing", true}, {"times"}};
}

Ready MpiBackend::ready(Problem said, const RunRequest& request) const {
  if (request.artifact) failUnsupported("an artifact for MPI", {}, "", "compile --target=mpi prints the whole program");
  if (!said.operands.empty()) said = withOnePartEach(std::move(said));
  return forCpu(std::move(said), request.strict, request.passes, abilities());
}

void MpiBackend::compile(Run& run, const Ready& ready, Wanted*) const {
  auto product = std::make_shared<MpiProduct>();
  product->compiled = compileForCpu(ready.scheduled, ready.problem.name, run.request.passes, {}, true);
  product->compiled.text = mpi::programOf(product->compiled.text);
  run.products.push_back(product);
}

void MpiBackend::execute(Run& run, const Ready& ready, Wanted& wanted) const {
  const RunRequest& request = run.request;
  auto& product = dynamic_cast<MpiProduct&>(*run.products.back());
  beginPhase(request.progress, {"dividing the tensors"});
  product.distributions = distributions(ready.problem, request.ranks);
  const Distribution& taken = product.distributions.front();
  tellKnown(run);
  RanksRun ran = runOnRanks(ready.problem, product.compiled.function, product.compiled.text, taken, request.cpu.runs,
                            {request.cancelled, request.progress});
  requireAsPlanned(ran, taken);
  Storage result = std::move(ran.result);
  product.ran = std::move(ran);
  tellKnown(run);
  beginPhase(request.progress, {"comparing with the reference"});
  takeResult(run, ready.problem,
             compared(wanted.get(ready.problem), std::move(result), run.assignment.lhs.tensor.name));
}

std::string MpiProduct::text(const Run& run, const std::string& part, const std::string&) const {
  if (part == "cin") return planText(run.plan) + cinText(compiled.concrete, compiled.scheduled, compiled.commands);
  if (part == "schedule") return scheduleText(compiled.commands);
  if (part == "loops") return loops::print(compiled.function);
  if (part == "c") return compiled.text;
  if (part == "distribution") return distributionText(*this);
  if (part == "times") return timesText(compiled.times);
  if (part == "timing" && ran) return timeText(timingOf(*ran), " on " + counted(ran->ranks.size(), "rank"));
  return {};
}

void MpiProduct::addTo(Json& report, const Run& run) const {
  Json mpi = {{"schedule", schedule::print(compiled.commands)},
              {"candidates", json(run.plan)},
              {"conversions", json(run.receipts)}};
  if (!distributions.empty()) mpi.update(jsonOf(*this));
  if (ran) mpi["seconds"] = json(timingOf(*ran));
  report["mpi"] = mpi;
  report["transfers"] = json(run.transfers);
}

void MpiProduct::addTo(Report& report) const {
  if (ran) report.seconds = timingOf(*ran).median();
}

}  // namespace stardust::driver
