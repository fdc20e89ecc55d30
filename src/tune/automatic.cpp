#include "tune/automatic.h"

#include <algorithm>
#include <chrono>

#include "driver/targets/accelerator.h"
#include "tune/predictor.h"
#include "tune/space.h"

namespace stardust::tune {

std::optional<std::size_t> predict(std::vector<Candidate>& candidates, const driver::Problem& problem,
                                   const driver::RunRequest& request, const driver::Hardware& hardware) {
  Predictor predictor(problem, request, hardware);
  std::optional<std::size_t> best;
  for (std::size_t n = 0; n < candidates.size(); ++n) {
    candidates[n].predicted = predictor(candidates[n]).prediction;
    const auto& predicted = candidates[n].predicted;
    if (predicted && (!best || predicted->cycles < candidates[*best].predicted->cycles)) best = n;
  }
  return best;
}

Choice choose(const driver::Problem& said, const driver::RunRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  driver::Problem problem = said;
  problem.commands.clear();
  const std::vector<driver::PlanRow> plans = driver::backendOf(request).ready(problem, request).problem.plan;
  const driver::Hardware hardware = driver::loadHardware(request.machine, request.memories.front(), request.settings);
  SpaceOf space = spaceOf(problem, plans, axesFor(hardware.machine.pcu.lanes));
  const std::optional<std::size_t> best = predict(space.candidates, problem, request, hardware);
  if (!best) failUnsupported("no schedule fits the machine");
  Choice choice;
  choice.candidates = space.candidates.size();
  choice.refused = static_cast<std::size_t>(std::count_if(space.candidates.begin(), space.candidates.end(),
                                                          [](const Candidate& one) { return !one.predicted; }));
  choice.candidate = std::move(space.candidates[*best]);
  choice.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return choice;
}

}  // namespace stardust::tune
