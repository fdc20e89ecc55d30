#include "report/parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace stardust::report {

using namespace driver;

namespace {

std::optional<TextPart> partOf(const Backend& target, const std::string& name) {
  const std::vector<TextPart> parts = target.parts();
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const TextPart& part) { return part.name == name; });
  return found == parts.end() ? std::nullopt : std::optional(*found);
}

// The part with this name, of any target.
TextPart partCalled(const std::string& name) {
  for (const Backend* target : backends())
    if (const auto part = partOf(*target, name)) return *part;
  failInternal("only known parts are shown");
}

void requireKnown(const Said<std::string>& asked, const Backend& target) {
  const auto& names = textParts();
  if (std::find(names.begin(), names.end(), asked.value) != names.end() || partOf(target, asked.value)) return;
  const auto similar = nearest(asked.value, names);
  failUser(fmt::format("{} is not a part that can be printed", asked.value), asked.where,
           fmt::format("there is {}", fmt::join(names, ", ")),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

// A target can also show the parts of its fallback.
bool canShow(const std::string& name, const Backend& target, bool runs) {
  const auto shows = [&](const Backend* backend) {
    const auto part = backend ? partOf(*backend, name) : std::nullopt;
    return part && (runs || !part->isOfRuns);
  };
  return shows(&target) || shows(target.fallback());
}

std::string targetsOf(const std::string& part) {
  std::vector<std::string> names;
  for (const Backend* target : backends())
    if (partOf(*target, part)) names.emplace_back(target->target().name());
  return fmt::format("--target={}", fmt::join(names, " and --target="));
}

}  // namespace

void requireShown(const std::vector<Said<std::string>>& asked, const Backend& target, bool runs) {
  for (const auto& part : asked) requireKnown(part, target);
  const auto isShown = [&](const auto& part) { return canShow(part.value, target, runs); };
  if (asked.empty() || std::any_of(asked.begin(), asked.end(), isShown)) return;
  std::vector<std::string> shown;
  for (const std::string& part : textParts())
    if (canShow(part, target, runs)) shown.push_back(part);
  const TextPart first = partCalled(asked.front().value);
  const bool needsRun = first.isOfRuns && !runs;
  failUser(fmt::format("'{}' cannot be printed here", first.name), asked.front().where,
           needsRun ? "compile runs nothing"
                    : fmt::format("the target {} lacks it; it is available with {}", target.target().name(),
                                  targetsOf(first.name)),
           fmt::format("it is available with {}; or print some of {}",
                       needsRun ? "stardust run" : targetsOf(first.name), fmt::join(shown, ", ")));
}

std::string whyNotShown(const Run& run, const std::string& name) {
  if (partCalled(name).isOfRuns && run.tensors.empty()) return "compile runs nothing";
  if (run.refusal) return fmt::format("of {}; this statement runs on the host", targetsOf(name));
  const std::string why = backendOf(run.request).whyNotShown(name);
  return why.empty() ? fmt::format("of {}; the target is {}", targetsOf(name), run.request.target.name()) : why;
}

}  // namespace stardust::report
