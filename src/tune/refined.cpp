#include "tune/refined.h"

#include <algorithm>
#include <map>
#include <set>

#include "levels/registry.h"
#include "notation/stored_levels.h"

namespace stardust::tune {
namespace {

using cin::KeptAs;
using cin::StoredPart;
using schedule::Command;

struct Array {
  std::string tensor;
  StoredPart part;
  int level;  ///< from 1; 0 for values
  auto operator<=>(const Array&) const = default;
};

/// The ways of one schedule.
struct Ways {
  std::map<Array, KeptAs> kept;
  int block = 0;         ///< iterations of the outermost loop; 0: it is not split
  bool streams = false;  ///< whether streams begin in the body of the outermost loop
  int bodies = 1;
};

std::vector<Array> arraysOf(const driver::Problem& problem) {
  std::vector<Array> arrays;
  for (const auto& [name, operand] : problem.operands) {
    if (operand.format.order() == 0) continue;
    for (int level = 0; level < operand.format.order(); ++level) {
      if (levels::of(operand.format.level(level)).hasLocate) continue;
      arrays.push_back({name, StoredPart::Positions, level + 1});
      arrays.push_back({name, StoredPart::Coordinates, level + 1});
    }
    arrays.push_back({name, StoredPart::Values, 0});
  }
  return arrays;
}

// The sets of arrays that a step changes: each array, all of a tensor, and all of a kind.
std::vector<std::vector<Array>> groupsOf(const std::vector<Array>& arrays) {
  std::map<std::string, std::vector<Array>> byTensor;
  std::map<StoredPart, std::vector<Array>> byPart;
  std::set<std::vector<Array>> groups;
  for (const Array& array : arrays) {
    groups.insert({array});
    byTensor[array.tensor].push_back(array);
    byPart[array.part].push_back(array);
  }
  for (const auto& [tensor, all] : byTensor) groups.insert(all);
  for (const auto& [part, all] : byPart) groups.insert(all);
  return {groups.begin(), groups.end()};
}

std::vector<std::string> streamedIn(const driver::Problem& problem) {
  std::vector<std::string> names;
  for (const auto& [name, operand] : problem.operands)
    if (notation::denseTail(operand.format) > 0) names.push_back(name);
  return names;
}

// The index of the result's outermost level: that of the outermost loop, unless the schedule says otherwise. Empty: the
// result is a scalar.
notation::IndexVar outermostOf(const driver::Problem& problem) {
  const notation::Access& result = problem.assignment.lhs;
  return result.tensor.order() == 0 ? notation::IndexVar() : notation::varOfLevel(result, 0);
}

class Descent {
 public:
  Descent(const Candidate& start, const driver::Problem& problem, const Refinement& refinement, const Predict& predict)
      : start_(start),
        outermost_(outermostOf(problem)),
        streamed_(streamedIn(problem)),
        groups_(groupsOf(arraysOf(problem))),
        refinement_(refinement),
        predict_(predict) {}

  std::vector<Candidate> run() {
    Step now{{{}, 0, false, start_.bodies}, start_.predicted->cycles};
    for (bool goesOn = true; goesOn;) {
      Step best = now;
      for (Ways& ways : changed(now.ways)) tryWays(std::move(ways), best);
      goesOn = best.cycles < now.cycles * leastGain;
      if (goesOn) now = std::move(best);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.predicted->cycles < b.predicted->cycles; });
    if (found_.size() > refinement_.candidates) found_.resize(refinement_.candidates);
    return std::move(found_);
  }

 private:
  static constexpr double leastGain = 0.99;  // of a step

  struct Step {
    Ways ways;
    double cycles;
  };

  // All single changes of other things than the bodies.
  std::vector<Ways> changed(const Ways& from) const {
    std::vector<Ways> all;
    if (!outermost_.empty()) {
      for (const int block : refinement_.blocks) all.push_back({from.kept, block, from.streams, from.bodies});
      if (!streamed_.empty())
        for (const int block : refinement_.blocks) all.push_back({from.kept, block, !from.streams, from.bodies});
      all.push_back({from.kept, 0, from.streams, from.bodies});
      if (!streamed_.empty()) all.push_back({from.kept, from.block, !from.streams, from.bodies});
    }
    for (const auto& group : groups_)
      for (const auto as : {std::optional(KeptAs::Copies), std::optional(KeptAs::Shared), std::optional<KeptAs>()}) {
        Ways ways = from;
        for (const Array& array : group) {
          if (as) ways.kept[array] = *as;
          else ways.kept.erase(array);
        }
        all.push_back(std::move(ways));
      }
    return all;
  }

  // With as many bodies as before, or fewer if these do not fit; and then with more, as long as they gain.
  void tryWays(Ways ways, Step& best) {
    const auto& bodies = refinement_.bodies;
    const int before = ways.bodies;
    auto at = std::upper_bound(bodies.begin(), bodies.end(), before);
    std::optional<double> cycles = cyclesOf(ways);
    if (cycles) {
      take({ways, *cycles}, best);
      for (; at != bodies.end(); ++at) {
        ways.bodies = *at;
        const std::optional<double> more = cyclesOf(ways);
        if (!more || *more >= *cycles) return;
        cycles = more;
        take({ways, *more}, best);
      }
      return;
    }
    while (at != bodies.begin() && *std::prev(at) > before / 4) {
      ways.bodies = *--at;
      if (ways.bodies == before) continue;
      cycles = cyclesOf(ways);
      if (cycles) return take({ways, *cycles}, best);
    }
  }

  static void take(Step step, Step& best) {
    if (step.cycles < best.cycles) best = std::move(step);
  }

  std::vector<Command> commandsOf(const Ways& ways) const {
    std::vector<Command> all;
    for (const Command& command : start_.commands) {
      const auto* variable = std::get_if<schedule::Environment>(&command.kind);
      if (variable && variable->var == "outerPar") all.push_back({schedule::Environment{"outerPar", ways.bodies}, {}});
      else all.push_back(command);
    }
    const notation::IndexVar outer = ways.block > 0 ? outermost_ + "o" : outermost_;
    if (ways.block > 0) all.push_back({cin::SplitUp{outermost_, outer, outermost_ + "i", ways.block}, {}});
    if (ways.streams)
      for (const std::string& tensor : streamed_) all.push_back({cin::StreamAt{tensor, outer}, {}});
    for (const auto& [array, as] : ways.kept) all.push_back({cin::Keep{as, array.tensor, array.part, array.level}, {}});
    return all;
  }

  std::optional<double> cyclesOf(const Ways& ways) {
    Candidate candidate = start_;
    candidate.commands = commandsOf(ways);
    candidate.text = schedule::print(candidate.commands);
    if (const auto known = cycles_.find(candidate.text); known != cycles_.end()) return known->second;
    if (cycles_.size() >= refinement_.predictions) return std::nullopt;
    candidate.bodies = ways.bodies;
    candidate.family = candidate.plainFamily = 0;
    candidate.origin = start_.origin + ", with other transfers";
    candidate.predicted = predict_(candidate);
    const std::optional<double> cycles =
        candidate.predicted ? std::optional(candidate.predicted->cycles) : std::nullopt;
    cycles_.emplace(candidate.text, cycles);
    if (cycles && *cycles < start_.predicted->cycles) found_.push_back(std::move(candidate));
    return cycles;
  }

  const Candidate& start_;
  const notation::IndexVar outermost_;
  const std::vector<std::string> streamed_;
  const std::vector<std::vector<Array>> groups_;
  const Refinement& refinement_;
  const Predict& predict_;
  std::map<std::string, std::optional<double>> cycles_;  ///< by schedule
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> refined(const Candidate& start, const driver::Problem& problem, const Refinement& refinement,
                               const Predict& predict) {
  return Descent(start, problem, refinement, predict).run();
}

}  // namespace stardust::tune
