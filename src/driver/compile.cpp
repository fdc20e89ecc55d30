#include "driver/compile.h"

#include <fmt/format.h>

#include <chrono>

#include "cin/concretize.h"
#include "schedule/passes.h"

namespace stardust::driver {
namespace {

/// Runs passes and notes how long each took.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<PassTime>& times) : times_(times) {}
  template <class Pass>
  auto operator()(const char* pass, Pass&& run) {
    const auto start = std::chrono::steady_clock::now();
    auto result = run();
    times_.push_back({pass, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    return result;
  }

 private:
  std::vector<PassTime>& times_;
};

std::vector<std::string> header(const Compiled& c) {
  std::vector<std::string> lines = {notation::print(c.assignment)};
  std::string formats;
  for (const auto& access : c.plan.accesses)
    formats += fmt::format("{}{}:{}", formats.empty() ? "" : "  ", access.access.tensor.name, toString(access.access.tensor.format));
  lines.push_back("formats:  " + formats);
  if (!c.commands.empty()) lines.push_back("schedule: " + schedule::print(c.commands));
  lines.push_back("cin:      " + cin::print(c.scheduled));
  return lines;
}

// The text must be legal Spatial: what does not verify is our mistake, not the user's.
std::vector<spatial::Finding> warningsOf(const spatial::Program& program) {
  std::vector<spatial::Finding> findings = spatial::verify(program);
  for (const auto& finding : findings)
    if (finding.isError) failInternal(fmt::format("the emitted program breaks the rule {}:\n{}", finding.rule, render(finding.diagnostic)));
  return findings;
}

}  // namespace

double Compiled::secondsToText() const {
  double seconds = 0;
  for (const PassTime& time : times) {
    seconds += time.seconds;
    if (time.pass == "print") break;
  }
  return seconds;
}

Compiled compile(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands, const placement::Limits& limits,
                 const CompileOptions& options) {
  Compiled c;
  Stopwatch timed(c.times);
  c.assignment = assignment;
  c.commands = commands;
  c.concrete = timed("concretize", [&] { return cin::concretize(assignment); });
  c.scheduled = timed("schedule", [&] { return schedule::apply(c.concrete, commands); });
  c.scheduled = timed("accelerateReductions", [&] { return schedule::accelerateReductions(c.scheduled); });
  c.scheduled = timed("bulkTransfers", [&] { return schedule::bulkTransfers(c.scheduled); });
  c.plan = timed("plan", [&] { return placement::plan(c.scheduled, limits); });
  c.lowered = timed("lower", [&] {
    return spatial::lower(c.plan, {options.name, header(c), options.scalars, options.margin});
  });
  c.text = timed("print", [&] { return spatial::print(c.lowered.program); });
  c.parsed = timed("parse", [&] { return spatial::parse(makeSource(options.name + ".scala", c.text)); });
  c.warnings = timed("verify", [&] { return warningsOf(c.parsed); });
  return c;
}

}  // namespace stardust::driver
