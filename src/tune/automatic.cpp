#include "tune/automatic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "driver/targets/accelerator.h"
#include "tune/bodies.h"
#include "tune/predictor.h"
#include "tune/refined.h"
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

// Predicts few candidates of each family: the best number of bodies is searched. A density of scans that does not
// change the program with one body is left out.
class FewOfEach {
 public:
  FewOfEach(std::vector<Candidate>& candidates, Predictor& predictor)
      : candidates_(candidates), predictor_(predictor) {}

  void predictAll() {
    std::map<std::size_t, std::vector<Candidate*>> families;
    for (Candidate& candidate : candidates_) {
      if (candidate.family == 0) candidate.predicted = predictor_(candidate).prediction;
      else families[candidate.family].push_back(&candidate);
    }
    std::set<std::string> programs;  // with one body
    for (const auto& [family, members] : families) {
      const Predicted withLeast = predictor_(*members.front());
      const bool isNew = withLeast.program.empty() || programs.insert(withLeast.program).second;
      if (isNew) predictFamily(members, withLeast);
    }
  }

 private:
  static constexpr int firstBodies = 16;  // as many as the shuffle network serves

  void predictFamily(const std::vector<Candidate*>& members, const Predicted& withLeast) {
    const auto isMore = [](const Candidate* member) { return member->bodies > firstBodies; };
    const auto more = std::find_if(members.begin(), members.end(), isMore) - members.begin();
    members.front()->predicted = withLeast.prediction;
    bestBodies(members.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(more - 1, 0)), [&](std::size_t at) {
      if (at > 0) members[at]->predicted = predictor_(*members[at]).prediction;
      const auto& predicted = members[at]->predicted;
      return predicted ? std::optional(predicted->cycles) : std::nullopt;
    });
  }

  std::vector<Candidate>& candidates_;
  Predictor& predictor_;
};

std::optional<std::size_t> bestOf(const std::vector<Candidate>& candidates) {
  std::optional<std::size_t> best;
  for (std::size_t n = 0; n < candidates.size(); ++n)
    if (const auto& predicted = candidates[n].predicted;
        predicted && (!best || predicted->cycles < candidates[*best].predicted->cycles))
      best = n;
  return best;
}

// The best predicted candidate of each of the fastest loops.
std::vector<Candidate> startsOf(const std::vector<Candidate>& candidates) {
  constexpr std::size_t most = 2;
  std::map<std::size_t, const Candidate*> byLoops;
  for (const Candidate& candidate : candidates) {
    if (!candidate.predicted || candidate.plainFamily == 0) continue;
    const Candidate*& best = byLoops[candidate.plainFamily];
    if (!best || candidate.predicted->cycles < best->predicted->cycles) best = &candidate;
  }
  std::vector<Candidate> starts;
  for (const auto& [family, candidate] : byLoops) starts.push_back(*candidate);
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Candidate& a, const Candidate& b) { return a.predicted->cycles < b.predicted->cycles; });
  if (starts.size() > most) starts.resize(most);
  const auto isFar = [&](const Candidate& one) {
    return one.predicted->cycles > 1.5 * starts.front().predicted->cycles;
  };
  starts.erase(std::remove_if(starts.begin(), starts.end(), isFar), starts.end());
  return starts;
}

}  // namespace

std::optional<std::size_t> predict(std::vector<Candidate>& candidates, const Axes& axes, const driver::Problem& problem,
                                   const driver::RunRequest& request, const driver::Hardware& hardware, Effort effort) {
  Predictor predictor(problem, request, hardware);
  if (effort == Effort::Few) {
    FewOfEach(candidates, predictor).predictAll();
  } else {
    Families families(predictor);
    for (Candidate& candidate : candidates) candidate.predicted = families(candidate);
  }
  Refinement refinement;
  refinement.bodies = axes.bodies;
  refinement.alsoWithoutStreams = effort == Effort::All;
  const Predict predict = [&](const Candidate& one) { return predictor(one).prediction; };
  for (const Candidate& start : startsOf(candidates))
    for (Candidate& found : refined(start, problem, refinement, predict)) candidates.push_back(std::move(found));
  return bestOf(candidates);
}

Choice choose(const driver::Problem& said, const driver::RunRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  driver::Problem problem = said;
  problem.commands.clear();
  const std::vector<driver::PlanRow> plans = driver::backendOf(request).ready(problem, request).problem.plan;
  const driver::Hardware hardware = driver::loadHardware(request.machine, request.memories.front(), request.settings);
  const Axes axes = axesFor(hardware.machine.pcu.lanes);
  SpaceOf space = spaceOf(problem, plans, axes);
  const std::optional<std::size_t> best = predict(space.candidates, axes, problem, request, hardware, Effort::Few);
  if (!best)
    failUnsupported("auto finds no schedule that the machine runs", {},
                    fmt::format("the first of {} candidates: {}", space.candidates.size(),
                                Predictor(problem, request, hardware)(space.candidates.front()).refusal),
                    "leave out auto");
  Choice choice;
  choice.predicted = static_cast<std::size_t>(std::count_if(space.candidates.begin(), space.candidates.end(),
                                                            [](const Candidate& one) { return one.predicted; }));
  choice.candidate = std::move(space.candidates[*best]);
  choice.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return choice;
}

}  // namespace stardust::tune
