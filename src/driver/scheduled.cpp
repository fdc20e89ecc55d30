#include "driver/scheduled.h"

namespace stardust::driver {

Scheduled::Scheduled(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                     const passes::Pipeline& begin, cin::Sums sums, const PassWatch& watch,
                     const cin::LoopOrders& orders)
    : assignment_(assignment), commands_(commands) {
  passes::Settings settings;
  settings.commands = commands;
  settings.sums = sums;
  settings.orders = orders;
  const Stopwatch timed(times_);
  const auto around = [&](const passes::Pass& pass, const passes::Code&, const std::function<passes::Code()>& run) {
    passes::Code after = timed(pass.name, run);
    steps_.push_back({&pass, std::get<cin::Stmt>(after)});
    return after;
  };
  try {
    passes::run(begin, assignment, settings, around);
  } catch (const Error&) {
    if (watch.tell) watch.tell(seen(watch));
    throw;
  }
}

std::vector<SeenPass> Scheduled::seen(const PassWatch& watch) const {
  std::vector<SeenPass> seen;
  passes::Code before = assignment_;
  for (const Step& step : steps_) {
    if (auto one = seenBy(watch, *step.pass, before, step.gives)) seen.push_back(std::move(*one));
    before = step.gives;
  }
  return seen;
}

Scheduled Scheduled::with(const schedule::Environment& setting) const {
  Scheduled other = *this;
  other.commands_.push_back({setting, {}});
  other.steps_.back().gives = cin::suchThat(stmt(), {cin::Setting{setting.var, setting.value}});
  return other;
}

}  // namespace stardust::driver
