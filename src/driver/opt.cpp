#include "driver/opt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/compile.h"
#include "driver/machines.h"
#include "passes/cpu_loops.h"
#include "passes/text.h"
#include "support/table.h"

namespace stardust::driver {
namespace {

// All passes of a way are there before the first one runs.
void requireWay(passes::Ir ir, const passes::Way& way) {
  for (const std::string& name : way) ir = passes::find(name, ir).gives;
}

passes::Settings settingsOf(const OptRequest& request) {
  passes::Settings settings;
  if (!request.schedule.empty()) settings.commands = schedule::parse(makeSource("--schedule", request.schedule));
  settings.limits = limitsOf(loadMachine(request.machine));
  settings.loops = passes::forCpu({});
  return settings;
}

}  // namespace

passes::Ir readableForm(const std::string& name) {
  std::vector<std::string> names;
  for (const passes::Ir ir : passes::readable()) {
    if (name == passes::nameOf(ir)) return ir;
    names.push_back(passes::nameOf(ir));
  }
  failUser(fmt::format("no text of the form '{}' is read", name), {}, {},
           fmt::format("--ir={}", fmt::join(names, ", --ir=")));
}

std::string optimised(const Source& text, const OptRequest& request) {
  requireWay(request.ir, request.passes);
  std::vector<PassTime> times;
  std::vector<SeenPass> seen;
  const auto tell = [&] {
    if (request.watch.tell) request.watch.tell(seen);
  };
  const passes::Around watch = watched(Stopwatch(times), request.watch, seen);
  const auto verified = [&](const passes::Pass& pass, const passes::Code& before,
                            const std::function<passes::Code()>& run) {
    passes::Code after = watch(pass, before, run);
    passes::verify(after);
    return after;
  };
  try {
    const passes::Code code =
        passes::run(request.passes, passes::parse(request.ir, text), settingsOf(request), verified);
    tell();
    return passes::print(code);
  } catch (const Error&) {
    tell();
    throw;
  }
}

std::string listOfPasses() {
  TextTable table({"pass", "takes", "gives", "what it does"});
  for (const passes::Pass& pass : passes::table())
    table.row({pass.name, passes::nameOf(pass.takes), passes::nameOf(pass.gives),
               pass.summary + (pass.needs.empty() ? "" : fmt::format(" (needs {})", pass.needs))});
  return table.str();
}

}  // namespace stardust::driver
