#include "tune/automatic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "driver/targets/accelerator.h"
#include "tune/predictor.h"
#include "tune/space.h"

namespace stardust::tune {

namespace {

// Predictions of candidates in the order of their bodies, without those that follow from others: units grow with the
// bodies, so that no more bodies fit than the first number that does not; and where nothing is scanned, densities of
// scans do not change the program.
class Families {
 public:
  explicit Families(Predictor& predictor) : predictor_(predictor) {}

  std::optional<Prediction> operator()(const Candidate& candidate) {
    if (candidate.family == 0) return predictor_(candidate).prediction;
    Family& own = families_[candidate.family];
    const Family& plain = families_[candidate.plainFamily];
    const auto known = plain.predictions.find(candidate.bodies);
    if (own.isPlain) return known == plain.predictions.end() ? std::nullopt : std::optional(known->second);
    if (own.isFull) return std::nullopt;
    Predicted predicted = predictor_(candidate);
    if (!predicted.prediction) {
      own.isFull = !own.predictions.empty();
      return std::nullopt;
    }
    own.predictions.emplace(candidate.bodies, *predicted.prediction);
    own.isPlain = &own != &plain && known != plain.predictions.end() && predicted.program == plain.program;
    own.program = std::move(predicted.program);
    return predicted.prediction;
  }

 private:
  struct Family {
    bool isFull = false;   // more bodies do not fit
    bool isPlain = false;  // its programs are those of the family without a density
    std::string program;   // of the last prediction
    std::map<int, Prediction> predictions;
  };

  Predictor& predictor_;
  std::map<std::size_t, Family> families_;
};

}  // namespace

std::optional<std::size_t> predict(std::vector<Candidate>& candidates, const driver::Problem& problem,
                                   const driver::RunRequest& request, const driver::Hardware& hardware) {
  Predictor predictor(problem, request, hardware);
  Families families(predictor);
  std::optional<std::size_t> best;
  for (std::size_t n = 0; n < candidates.size(); ++n) {
    candidates[n].predicted = families(candidates[n]);
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
  if (!best)
    failUnsupported("auto finds no schedule that the machine runs", {},
                    fmt::format("the first of {} candidates: {}", space.candidates.size(),
                                Predictor(problem, request, hardware)(space.candidates.front()).refusal),
                    "leave out auto");
  Choice choice;
  choice.candidates = space.candidates.size();
  choice.refused = static_cast<std::size_t>(std::count_if(space.candidates.begin(), space.candidates.end(),
                                                          [](const Candidate& one) { return !one.predicted; }));
  choice.candidate = std::move(space.candidates[*best]);
  choice.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return choice;
}

}  // namespace stardust::tune
