#include "tune/refined.h"

#include <algorithm>
#include <map>
#include <set>

#include "levels/registry.h"
#include "notation/stored_levels.h"
#include "tune/bodies.h"

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
  int shared = 0;        ///< levels that the passes share (sharedLevels); 0: none
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

// The sets of arrays that a step changes, larger ones first: the index of all fibers, which is small where these are
// long; all arrays of a kind, all of a tensor, and each array.
std::vector<std::vector<Array>> groupsOf(const std::vector<Array>& arrays, const driver::Problem& problem) {
  std::vector<Array> indexOfFibers;
  std::map<std::string, std::vector<Array>> byTensor;
  std::map<StoredPart, std::vector<Array>> byPart;
  for (const Array& array : arrays) {
    byTensor[array.tensor].push_back(array);
    byPart[array.part].push_back(array);
    const bool isOfEntries =
        array.part == StoredPart::Values ||
        (array.part == StoredPart::Coordinates && array.level == problem.operands.at(array.tensor).format.order());
    if (!isOfEntries) indexOfFibers.push_back(array);
  }
  std::vector<std::vector<Array>> groups;
  const auto add = [&](std::vector<Array> group) {
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(std::move(group));
  };
  if (!indexOfFibers.empty()) add(indexOfFibers);
  for (const auto& [part, all] : byPart) add(all);
  for (const auto& [tensor, all] : byTensor) add(all);
  for (const Array& array : arrays) add({array});
  return groups;
}

std::vector<std::string> streamedIn(const driver::Problem& problem) {
  std::vector<std::string> names;
  for (const auto& [name, operand] : problem.operands)
    if (notation::denseTail(operand.format) > 0) names.push_back(name);
  return names;
}

// The levels that passes can share: those of the deepest operand with stored coordinates.
int sharedLevelsIn(const driver::Problem& problem) {
  int most = 0;
  for (const auto& [name, operand] : problem.operands) {
    const auto& all = operand.format.levels();
    const auto isFull = [](LevelFormat level) { return levels::of(level).isFull; };
    if (!std::all_of(all.begin(), all.end(), isFull)) most = std::max(most, operand.order());
  }
  return most;
}

// The index of the result's outermost level: that of the outermost loop, unless the schedule says otherwise. Empty: the
// result is a scalar.
notation::IndexVar outermostOf(const driver::Problem& problem) {
  const notation::Access& result = problem.assignment.lhs;
  return result.tensor.order() == 0 ? notation::IndexVar() : notation::varOfLevel(result, 0);
}

class Descent {
 public:
  Descent(const Candidate& start, const driver::Problem& problem, std::vector<std::string> streamed,
          const Refinement& refinement, const Predict& predict)
      : start_(start),
        outermost_(outermostOf(problem)),
        streamed_(std::move(streamed)),
        sharedLevels_(sharedLevelsIn(problem)),
        groups_(groupsOf(arraysOf(problem), problem)),
        refinement_(refinement),
        predict_(predict) {}

  std::vector<Candidate> run() {
    Step now{{{}, 0, false, 0, start_.bodies}, start_.predicted->cycles};
    takeBest(orders(now.ways), now);
    for (bool goesOn = true; goesOn;) {
      goesOn = false;
      for (const auto& group : groups_) goesOn = improve(group, now) || goesOn;
      if (!goesOn) goesOn = takeBest(sharing(now.ways), now);
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

  // All blocks, with streams of a fiber and of a block.
  std::vector<Ways> orders(const Ways& from) const {
    std::vector<Ways> all;
    if (outermost_.empty()) return all;
    for (const bool streams : {false, true}) {
      if (streams && streamed_.empty()) continue;
      Ways ways = from;
      ways.streams = streams;
      if (streams) all.push_back(ways);
      for (const int block : refinement_.blocks) {
        ways.block = block;
        all.push_back(ways);
      }
    }
    return all;
  }

  // Loops that run in several passes, such as one that counts and one that fills, may share coordinates of operands.
  std::vector<Ways> sharing(const Ways& from) const {
    std::vector<Ways> all;
    for (int levels = 1; levels <= sharedLevels_ && from.shared == 0; ++levels) {
      all.push_back(from);
      all.back().shared = levels;
    }
    return all;
  }

  bool takeBest(std::vector<Ways> all, Step& now) {
    Step best = now;
    for (Ways& ways : all)
      if (const auto tried = tryWays(std::move(ways)); tried && tried->cycles < best.cycles) best = *tried;
    const bool gains = best.cycles < now.cycles * leastGain;
    if (gains) now = std::move(best);
    return gains;
  }

  // Keeps these arrays or gives them up; shares them if copies do not fit or are not legal.
  bool improve(const std::vector<Array>& group, Step& now) {
    const auto with = [&](std::optional<KeptAs> as) {
      Ways ways = now.ways;
      for (const Array& array : group) {
        if (as) ways.kept[array] = *as;
        else ways.kept.erase(array);
      }
      return ways;
    };
    const auto gains = [&](std::optional<KeptAs> as) {
      Ways ways = with(as);
      if (ways.kept == now.ways.kept) return std::optional(false);
      const auto tried = tryWays(std::move(ways));
      if (!tried) return std::optional<bool>();
      const bool isBetter = tried->cycles < now.cycles * leastGain;
      if (isBetter) now = *tried;
      return std::optional(isBetter);
    };
    const std::optional<bool> copied = gains(KeptAs::Copies);
    if (copied.value_or(false) || (!copied && gains(KeptAs::Shared).value_or(false))) return true;
    return gains(std::nullopt).value_or(false);
  }

  // With the number of bodies that suits these ways, near that of before.
  std::optional<Step> tryWays(Ways ways) {
    const auto& bodies = refinement_.bodies;
    const auto before = std::lower_bound(bodies.begin(), bodies.end(), ways.bodies);
    const auto found =
        bestBodies(bodies.size(), static_cast<std::size_t>(before - bodies.begin()), [&](std::size_t at) {
          ways.bodies = bodies[at];
          return cyclesOf(ways);
        });
    if (!found) return std::nullopt;
    ways.bodies = bodies[found->at];
    return Step{std::move(ways), found->cycles};
  }

  std::vector<Command> commandsOf(const Ways& ways) const {
    std::vector<Command> all;
    for (const Command& command : start_.commands) {
      const auto* variable = std::get_if<schedule::Environment>(&command.kind);
      if (variable && variable->var == "outerPar") all.push_back({schedule::Environment{"outerPar", ways.bodies}, {}});
      else all.push_back(command);
    }
    if (ways.shared > 0) all.insert(all.begin(), {schedule::Environment{"sharedLevels", ways.shared}, {}});
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
  const int sharedLevels_;  ///< at most so many can be shared
  const std::vector<std::vector<Array>> groups_;
  const Refinement& refinement_;
  const Predict& predict_;
  std::map<std::string, std::optional<double>> cycles_;  ///< by schedule
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> refined(const Candidate& start, const driver::Problem& problem, const Refinement& refinement,
                               const Predict& predict) {
  std::vector<Candidate> found = Descent(start, problem, streamedIn(problem), refinement, predict).run();
  if (!refinement.alsoWithoutStreams) return found;
  const auto streams = [](const Candidate& candidate) {
    return std::any_of(candidate.commands.begin(), candidate.commands.end(),
                       [](const Command& command) { return std::holds_alternative<cin::StreamAt>(command.kind); });
  };
  if (std::none_of(found.begin(), found.end(), streams)) return found;
  for (Candidate& other : Descent(start, problem, {}, refinement, predict).run())
    if (std::none_of(found.begin(), found.end(), [&](const Candidate& one) { return one.text == other.text; }))
      found.push_back(std::move(other));
  return found;
}

}  // namespace stardust::tune
