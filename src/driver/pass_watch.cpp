#include "driver/pass_watch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "passes/text.h"
#include "support/diagnostic.h"

namespace stardust::driver {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

namespace {

// `old`: the text of the pass's input.
std::optional<SeenPass> seenBy(const PassWatch& watch, const passes::Pass& pass, const std::string& old,
                               const passes::Code& after) {
  SeenPass one{pass.name, true, passes::print(after)};
  one.changed = pass.takes != pass.gives || old != one.text;
  if (contains(watch.after, pass.name) || one.changed) return one;
  return std::nullopt;
}

bool asksFor(const PassWatch& watch, const passes::Pass& pass) {
  return watch.changed || contains(watch.after, pass.name);
}

}  // namespace

std::optional<SeenPass> seenBy(const PassWatch& watch, const passes::Pass& pass, const passes::Code& before,
                               const passes::Code& after) {
  return asksFor(watch, pass) ? seenBy(watch, pass, passes::print(before), after) : std::nullopt;
}

passes::Instrumentation watched(const Stopwatch& timed, const PassWatch& watch, std::vector<SeenPass>& seen) {
  return [timed, watch, &seen](const passes::Pass& pass, const passes::Code& before,
                               const std::function<passes::Code()>& run) {
    if (!asksFor(watch, pass)) return timed(pass.name, run);
    const std::string old = passes::print(before);  // the pass consumes the code
    passes::Code after = timed(pass.name, run);
    if (auto one = seenBy(watch, pass, old, after)) seen.push_back(std::move(*one));
    return after;
  };
}

void requirePasses(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const passes::Pass& pass : passes::table()) known.push_back(pass.name);
  for (const std::string& name : names) {
    if (contains(known, name)) continue;
    const auto similar = nearest(name, known);
    failUser(fmt::format("there is no pass {}", name), {}, {},
             similar ? fmt::format("did you mean {}?", *similar) : "stardust opt --list shows all passes");
  }
}

void requirePasses(const std::vector<std::string>& names, const passes::Pipeline& on) {
  requirePasses(names);
  for (const std::string& name : names)
    if (!contains(on, name))
      failUser(
          fmt::format("this target does not run the pass {}", name), {}, {},
          on.empty() ? "it runs no passes; leave the flag out" : fmt::format("its passes are {}", fmt::join(on, ", ")));
}

std::string print(const std::vector<SeenPass>& seen) {
  std::string text;
  for (const SeenPass& pass : seen)
    text += pass.changed ? fmt::format("*** after {}\n{}\n", pass.pass, pass.text)
                         : fmt::format("*** after {}: unchanged\n\n", pass.pass);
  return text;
}

}  // namespace stardust::driver
