#include "tune/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/diagnostic.h"

namespace stardust::tune {
namespace {

class Search {
 public:
  Search(const std::vector<Candidate>& candidates, const Judge& judge, const SearchOptions& options)
      : judge_(judge), options_(options) {
    for (const Candidate& candidate : candidates) outcome_.trials.push_back({candidate});
  }

  Outcome run() {
    std::vector<std::size_t> left(outcome_.trials.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (const Rung& rung : options_.rungs) {
      measure(left, rung);
      left = bestOf(left, rung.keep);
    }
    const std::vector<std::size_t> ranking = outcome_.ranking();
    if (ranking.empty()) {
      const auto& refusal = outcome_.trials.empty() ? std::nullopt : outcome_.trials.front().refusal;
      if (options_.isStopped()) failUnsupported("the search was stopped before a schedule had run");
      failUnsupported("no schedule runs", {}, refusal.value_or("there is no candidate"));
    }
    outcome_.best = ranking.front();
    return std::move(outcome_);
  }

 private:
  bool isKept(std::size_t n) const { return n < options_.kept; }

  // Those that are kept, and then those with the fewest predicted cycles: they have runs if the budget ends the search.
  std::vector<std::size_t> ordered(std::vector<std::size_t> left) const {
    std::stable_sort(left.begin(), left.end(), [&](std::size_t a, std::size_t b) { return placeOf(a) < placeOf(b); });
    return left;
  }
  double placeOf(std::size_t n) const {
    const auto& predicted = outcome_.trials[n].candidate.predicted;
    return isKept(n) ? -1 : predicted ? predicted->cycles : INFINITY;
  }

  void measure(const std::vector<std::size_t>& all, const Rung& rung) {
    const std::vector<std::size_t> left = ordered(all);
    for (std::size_t at = 0; at < left.size(); ++at) {
      const std::size_t n = left[at];
      const bool isNeeded = isKept(n) && rung.share == 1;
      if (options_.isStopped() || (!isNeeded && options_.isOver())) {
        outcome_.isComplete = false;
        continue;
      }
      options_.tell(at, left.size(), rung);
      const Verdict verdict = judge_(outcome_.trials[n].candidate, rung.share);
      if (options_.isStopped()) outcome_.isComplete = false;
      else take(verdict, n);
    }
  }

  void take(const Verdict& verdict, std::size_t n) {
    Trial& trial = outcome_.trials[n];
    trial.refusal.reset();  // a sample may refuse what the whole does not
    if (!verdict.measured) trial.refusal = verdict.refusal;
    else if (verdict.sameAs && !isKept(n)) trial.sameAs = verdict.sameAs;
    else trial.runs.push_back(*verdict.measured);
  }

  bool isLeft(std::size_t n) const {
    const Trial& trial = outcome_.trials[n];
    return isKept(n) || (!trial.refusal && !trial.sameAs && !trial.runs.empty());
  }

  // Those with the fewest cycles in the last round, and those that are kept, in the order of the candidates.
  std::vector<std::size_t> bestOf(std::vector<std::size_t> left, double keep) const {
    left.erase(std::remove_if(left.begin(), left.end(), [&](std::size_t n) { return !isLeft(n); }), left.end());
    std::stable_sort(left.begin(), left.end(), [&](std::size_t a, std::size_t b) { return cyclesOf(a) < cyclesOf(b); });
    const auto most = static_cast<std::size_t>(std::ceil(keep * static_cast<double>(left.size())));
    std::vector<std::size_t> best;
    for (std::size_t at = 0; at < left.size(); ++at)
      if (at < most || isKept(left[at])) best.push_back(left[at]);
    std::sort(best.begin(), best.end());
    return best;
  }

  double cyclesOf(std::size_t n) const {
    const Trial& trial = outcome_.trials[n];
    return trial.runs.empty() ? INFINITY : static_cast<double>(trial.runs.back().cycles);
  }

  const Judge& judge_;
  const SearchOptions& options_;
  Outcome outcome_;
};

}  // namespace

std::vector<std::size_t> Outcome::ranking() const {
  double share = 0;
  for (const Trial& trial : trials)
    if (!trial.runs.empty()) share = std::max(share, trial.runs.back().share);
  std::vector<std::size_t> measured;
  for (std::size_t n = 0; n < trials.size(); ++n)
    if (!trials[n].runs.empty() && trials[n].runs.back().share == share) measured.push_back(n);
  std::stable_sort(measured.begin(), measured.end(), [&](std::size_t a, std::size_t b) {
    return trials[a].runs.back().cycles < trials[b].runs.back().cycles;
  });
  return measured;
}

Outcome search(const std::vector<Candidate>& candidates, const Judge& judge, const SearchOptions& options) {
  return Search(candidates, judge, options).run();
}

}  // namespace stardust::tune
