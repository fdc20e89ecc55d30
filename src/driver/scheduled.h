// A statement with its schedule: the input of all pipelines.
#pragma once

#include <string>
#include <vector>

#include "cin/nodes.h"
#include "driver/pass_watch.h"
#include "driver/stopwatch.h"
#include "schedule/schedule.h"

namespace stardust::driver {

/// A statement before and after the commands of its schedule, each of which was applied once.
class Scheduled {
 public:
  /// For results without a schedule.
  Scheduled() = default;
  /// `begin`: the passes up to the schedule's commands. If one of them fails, `watch` receives their outputs. `orders`:
  /// of the loops (cin::concretize). Throws as the passes do.
  Scheduled(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
            const passes::Pipeline& begin, cin::Sums sums, const PassWatch& watch, const cin::LoopOrders& orders = {});

  const notation::Assignment& assignment() const { return assignment_; }
  const std::vector<schedule::Command>& commands() const { return commands_; }
  /// Before the schedule, but after the target's own passes for unscheduled statements.
  const cin::Stmt& concrete() const { return steps_.at(steps_.size() - 2).gives; }
  /// After the commands.
  const cin::Stmt& stmt() const { return steps_.back().gives; }
  const std::vector<PassTime>& times() const { return times_; }
  std::vector<SeenPass> seen(const PassWatch& watch) const;

  /// The same with one more command: a variable of the environment. The last value of a variable wins.
  Scheduled with(const schedule::Environment& setting) const;

 private:
  struct Step {
    const passes::Pass* pass;
    cin::Stmt gives;
  };

  notation::Assignment assignment_;
  std::vector<schedule::Command> commands_;
  std::vector<Step> steps_;
  std::vector<PassTime> times_;
};

}  // namespace stardust::driver
