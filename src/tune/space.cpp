#include "tune/space.h"

#include <algorithm>
#include <set>

#include "support/lexer.h"

namespace stardust::tune {
namespace {

using schedule::Command;

bool isEnvironment(const Command& command) { return std::holds_alternative<schedule::Environment>(command.kind); }

std::vector<Command> withoutEnvironment(std::vector<Command> commands) {
  commands.erase(std::remove_if(commands.begin(), commands.end(), isEnvironment), commands.end());
  return commands;
}

// The environment comes first, as the paper writes it.
std::vector<Command> with(const std::vector<schedule::Environment>& environment, const std::vector<Command>& loops) {
  std::vector<Command> commands;
  for (const schedule::Environment& variable : environment) commands.push_back({variable, {}});
  commands.insert(commands.end(), loops.begin(), loops.end());
  return commands;
}

struct Loops {
  std::vector<Command> commands;
  std::string origin;
};

class Space {
 public:
  void add(std::vector<Command> commands, const std::string& origin) { add({std::move(commands), {}, origin}); }
  void add(Candidate candidate) {
    candidate.text = schedule::print(candidate.commands);
    if (texts_.insert(candidate.text).second) all.candidates.push_back(std::move(candidate));
  }

  SpaceOf all;

 private:
  std::set<std::string> texts_;
};

bool isConversion(const Command& command) { return std::holds_alternative<schedule::Convert>(command.kind); }

std::vector<Loops> loopsOf(const driver::Problem& problem, const std::vector<driver::PlanRow>& plans, bool converts) {
  std::vector<Loops> loops;
  const std::vector<Command> given = withoutEnvironment(problem.commands);
  if (!given.empty()) loops.push_back({given, "the given loops"});
  loops.push_back({{{schedule::Stored{}, {}}}, "the loops of the formats"});
  for (const driver::PlanRow& plan : plans) {
    std::vector<Command> commands = schedule::parse(makeSource("plan", plan.schedule));
    if (converts || std::none_of(commands.begin(), commands.end(), isConversion))
      loops.push_back({std::move(commands), "a plan"});
  }
  return loops;
}

}  // namespace

Axes axesFor(int lanes) {
  Axes axes;
  for (int bodies = 1; bodies <= 3 * lanes; bodies += bodies < 8 ? 1 : bodies < 16 ? 2 : 4)
    axes.bodies.push_back(bodies);
  axes.scanDensity = {0, 100};
  axes.lanes = {lanes};
  return axes;
}

SpaceOf spaceOf(const driver::Problem& problem, const std::vector<driver::PlanRow>& plans, const Axes& axes) {
  Space space;
  if (!problem.commands.empty()) space.add(problem.commands, "the given schedule");
  space.add({}, "the default");
  space.all.kept = space.all.candidates.size();
  std::size_t families = 0;
  for (const Loops& loops : loopsOf(problem, plans, axes.converts))
    for (const int lanes : axes.lanes) {
      const std::size_t plain = families + 1;
      for (const int bodies : axes.bodies) {
        const std::vector<schedule::Environment> environment = {{"innerPar", lanes}, {"outerPar", bodies}};
        std::size_t family = plain;
        space.add({with(environment, loops.commands), {}, loops.origin, family, plain, bodies});
        for (const int density : axes.scanDensity) {
          std::vector<schedule::Environment> scanned = environment;
          scanned.push_back({"scanDensity", density});
          space.add({with(scanned, loops.commands), {}, loops.origin, ++family, plain, bodies});
        }
      }
      families += 1 + axes.scanDensity.size();
    }
  return std::move(space.all);
}

}  // namespace stardust::tune
