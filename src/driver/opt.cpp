#include "driver/opt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "capstan/machine/limits.h"
#include "driver/compile.h"
#include "driver/machines.h"
#include "passes/cpu_loops.h"
#include "passes/text.h"
#include "support/text_table.h"

namespace stardust::driver {
namespace {

// Resolves all passes before the first one runs, and refuses inputs that no pass uses.
void requireWay(const OptRequest& request) {
  passes::Ir ir = request.ir;
  bool readsCommands = false;
  for (const std::string& name : request.passes) {
    const passes::Pass& pass = passes::find(name, ir);
    readsCommands = readsCommands || pass.needs.find("command") != std::string::npos;
    ir = pass.gives;
  }
  if (!request.schedule.empty() && !readsCommands)
    failUser("none of the passes uses --schedule", {}, {}, "-p=schedule applies them");
  for (const std::string& name : request.watch.after)
    if (std::find(request.passes.begin(), request.passes.end(), name) == request.passes.end())
      failUser(fmt::format("the pass {} of --print-after does not run", name), {}, {},
               "name it among those of -p, too");
}

bool beginsWithOneOf(const std::string& line, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return line.rfind(word, 0) == 0; });
}

// The form that a text resembles, judged by its first line, or by the one after the tensor declarations.
std::optional<passes::Ir> formLike(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (beginsWithOneOf(line, {"function "})) return passes::Ir::Loops;
    if (beginsWithOneOf(line, {"import ", "@spatial", "class ", "object ", "//"})) return passes::Ir::Spatial;
    if (beginsWithOneOf(line, {"forall(", "where(", "sequence(", "map(", "suchthat("})) return passes::Ir::Cin;
    if (line.find_first_not_of(" \t\r") == std::string::npos || beginsWithOneOf(line, {"tensor ", "workspace "}))
      continue;
    return line.find(") = ") != std::string::npos ? std::optional(passes::Ir::Notation) : std::nullopt;
  }
  return std::nullopt;
}

passes::Code parsed(passes::Ir ir, const Source& text, const spatial::Limits& limits) {
  try {
    return passes::parse(ir, text, limits);
  } catch (const Error& error) {
    const auto like = formLike(text->text);
    if (!like || *like == ir) throw;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.family = Family::User;
    diagnostic.remedy = fmt::format("it looks like a text of {0}: --ir={0}", passes::nameOf(*like));
    throw Error(diagnostic);
  }
}

passes::Settings settingsOf(const OptRequest& request, const capstan::Machine& machine) {
  passes::Settings settings;
  if (!request.schedule.empty()) settings.commands = schedule::parse(makeSource("--schedule", request.schedule));
  for (const schedule::Command& command : settings.commands)
    if (std::holds_alternative<schedule::Convert>(command.kind))
      failUnsupported(fmt::format("{} in opt", schedule::print(command)), command.where,
                      "passes have no data to convert", "give the tensor this format in the text");
  settings.limits = limitsOf(machine);
  loops::LoweringOptions options;
  options.processor = loadProcessor(request.processor);
  settings.loops = passes::forCpu(std::move(options));
  return settings;
}

}  // namespace

passes::Ir readableForm(const std::string& name) {
  std::vector<std::string> names;
  for (const passes::Ir ir : passes::readable()) {
    if (name == passes::nameOf(ir)) return ir;
    names.push_back(passes::nameOf(ir));
  }
  failUser(fmt::format("there is no parser for the form '{}'", name), {}, {},
           fmt::format("--ir={}", fmt::join(names, ", --ir=")));
}

std::string optimised(const Source& text, const OptRequest& request) {
  requireWay(request);
  const capstan::Machine machine = loadMachine(request.machine);
  const passes::Settings settings = settingsOf(request, machine);
  const spatial::Limits limits = capstan::programLimits(machine);
  std::vector<PassTime> times;
  std::vector<SeenPass> seen;
  const auto tell = [&] {
    if (request.watch.tell) request.watch.tell(seen);
  };
  const passes::Instrumentation watch = watched(Stopwatch(times), request.watch, seen);
  passes::Rules open = passes::establishedRules();
  const auto verified = [&](const passes::Pass& pass, const passes::Code& before,
                            const std::function<passes::Code()>& run) {
    const bool wasBroken = passes::broken(before, pass.establishes, limits).has_value();
    passes::Code after = watch(pass, before, run);
    const auto left = passes::broken(after, pass.establishes, limits);
    if (left && wasBroken) throw Error(*left);  // an error of the input text that the pass does not fix
    open.erase(pass.establishes);
    passes::verify(after, open, limits);
    return after;
  };
  try {
    const passes::Code code = passes::run(request.passes, parsed(request.ir, text, limits), settings, verified);
    tell();
    return passes::print(code);
  } catch (const Error&) {
    tell();
    throw;
  }
}

std::string listOfPasses() {
  TextTable table({"pass", "takes", "gives", "effect"});
  for (const passes::Pass& pass : passes::table())
    table.row({pass.name, passes::nameOf(pass.takes), passes::nameOf(pass.gives),
               pass.summary + (pass.needs.empty() ? "" : fmt::format(" (needs {})", pass.needs))});
  return table.str();
}

}  // namespace stardust::driver
