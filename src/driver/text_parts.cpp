#include "driver/text_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stardust::driver {
namespace {

const TextPart& partCalled(const std::string& name) {
  const auto& all = allTextParts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const TextPart& part) { return part.name == name; });
  require(found != all.end(), "only known parts are shown");
  return *found;
}

void requireKnown(const Said<std::string>& asked) {
  const auto& names = textParts();
  if (std::find(names.begin(), names.end(), asked.value) != names.end()) return;
  const auto similar = nearest(asked.value, names);
  failUser(fmt::format("there is nothing called {} to print", asked.value), asked.where,
           fmt::format("there is {}", fmt::join(names, ", ")),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

// What is computed on the host for the accelerator has loops and C, too.
bool canShow(const TextPart& part, Target target, bool runs) {
  if (part.isOfRuns && !runs) return false;
  const bool mayBeOnHost = target == Target::Capstan || target == Target::Interpret;
  return part.targets.count(target) || (mayBeOnHost && part.targets.count(Target::Cpu));
}

std::string targetsOf(const TextPart& part) {
  std::vector<std::string> names;
  for (const Target target : part.targets) names.push_back(toString(target));
  return fmt::format("--target={}", fmt::join(names, " and --target="));
}

}  // namespace

const std::vector<TextPart>& allTextParts() {
  static const std::set<Target> accelerator = {Target::Capstan, Target::Interpret}, processors = {Target::Cpu},
                                compiled = {Target::Capstan, Target::Interpret, Target::Cpu},
                                all = {Target::Capstan, Target::Interpret, Target::Oracle, Target::Cpu};
  static const std::vector<TextPart> parts = {{"expression", all, false},
                                              {"cin", compiled, false},
                                              {"plan", accelerator, false},
                                              {"iteration", accelerator, false},
                                              {"schedule", compiled, false},
                                              {"spatial", accelerator, false},
                                              {"loops", processors, false},
                                              {"c", processors, false},
                                              {"program", compiled, false},
                                              {"result", all, true},
                                              {"timing", {Target::Capstan, Target::Cpu}, true},
                                              {"resources", accelerator, false},
                                              {"placement", accelerator, false},
                                              {"stalls", {Target::Capstan}, true},
                                              {"times", compiled, false}};
  return parts;
}

const std::vector<std::string>& textParts() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const TextPart& part : allTextParts()) list.push_back(part.name);
    return list;
  }();
  return names;
}

void requireShown(const std::vector<Said<std::string>>& asked, Target target, bool runs) {
  for (const auto& part : asked) requireKnown(part);
  const auto isShown = [&](const auto& part) { return canShow(partCalled(part.value), target, runs); };
  if (asked.empty() || std::any_of(asked.begin(), asked.end(), isShown)) return;
  std::vector<std::string> shown;
  for (const TextPart& part : allTextParts())
    if (canShow(part, target, runs)) shown.push_back(part.name);
  const TextPart& first = partCalled(asked.front().value);
  const bool needsRun = first.isOfRuns && !runs;
  failUser(fmt::format("nothing can be printed of '{}'", first.name), asked.front().where,
           needsRun ? "compile runs nothing"
                    : fmt::format("the target is {}; {} has it", toString(target), targetsOf(first)),
           fmt::format("{} has it, or print some of {}", needsRun ? "stardust run" : targetsOf(first),
                       fmt::join(shown, ", ")));
}

std::string whyNotShown(const Run& run, const std::string& name) {
  const TextPart& part = partCalled(name);
  if (part.isOfRuns && !run.isChecked) return "compile runs nothing";
  if (run.refusal) return fmt::format("of {}; this statement runs on the host", targetsOf(part));
  if (name == "plan") return "memories are planned for the accelerator, and no tensor is converted or moved";
  return fmt::format("of {}; the target is {}", targetsOf(part), toString(run.request.target));
}

}  // namespace stardust::driver
