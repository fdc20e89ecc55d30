#include "driver/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "capstan/machine/machine.h"
#include "machine/memory.h"
#include "machine/override.h"
#include "machine/processor.h"
#include "sam/machine.h"

namespace stardust::driver {
namespace {

// "machine.ag.bytesPerCycle" → "ag.bytesPerCycle" for the kind "machine"; empty for any other kind.
std::string parameterOf(const std::string& name, const std::string& kind) {
  const std::string prefix = kind + ".";
  return name.compare(0, prefix.size(), prefix) == 0 ? name.substr(prefix.size()) : std::string();
}

bool isParameter(const std::string& name) {
  return !parameterOf(name, "machine").empty() || !parameterOf(name, "memory").empty() ||
         !parameterOf(name, "processor").empty() || !parameterOf(name, "sam").empty();
}

// Throws Error (user) for an error in a description.
void check(const Source& text, const std::string& kind) {
  if (kind == "machine") capstan::parseMachine(text);
  else if (kind == "memory") machine::parseMemorySystem(text);
  else if (kind == "sam") sam::parseMachine(text);
  else machine::parseProcessor(text);
}

schedule::Environment environmentOf(const std::string& name, const Said<std::string>& value) {
  int number = 0;
  const char* const end = value.value.data() + value.value.size();
  const auto read = std::from_chars(value.value.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end)
    failUser(fmt::format("'{}' is not a value of {}", value.value, name), value.where, {},
             fmt::format("a whole number: {}=16", name));
  return {name, number};
}

}  // namespace

void requireSetting(const std::string& name, const Said<std::string>& value, const Location& nameAt) {
  if (isParameter(name)) return;
  schedule::requireVariable(name, nameAt);
  schedule::requireLegal(environmentOf(name, value), value.where);
}

void requireLanes(const Settings& settings, int lanes) {
  for (const auto& [name, value] : settings)
    if (!isParameter(name)) schedule::requireLegal(environmentOf(name, value), value.where, lanes);
}

std::vector<schedule::Command> withSettings(std::vector<schedule::Command> commands, const Settings& settings) {
  std::vector<schedule::Command> set;
  for (const auto& [name, value] : settings)
    if (!isParameter(name)) set.push_back({environmentOf(name, value), value.where});
  const auto isSet = [&](const schedule::Command& command) {
    const auto* environment = std::get_if<schedule::Environment>(&command.kind);
    return environment && settings.count(environment->var) > 0;
  };
  std::remove_copy_if(commands.begin(), commands.end(), std::back_inserter(set), isSet);
  return set;
}

machine::Description withSettings(machine::Description description, const std::string& kind, const Settings& settings) {
  for (const auto& [name, value] : settings) {
    const std::string path = parameterOf(name, kind);
    if (path.empty()) continue;
    check(description.text, kind);  // a later error is caused by the value
    description = machine::withParameter(std::move(description), path, value.value, value.where);
    try {
      check(description.text, kind);
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostic();
      diagnostic.where = value.where;
      throw Error(std::move(diagnostic));
    }
  }
  return description;
}

bool setsAny(const Settings& settings, const std::string& kind) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const auto& setting) { return !parameterOf(setting.first, kind).empty(); });
}

}  // namespace stardust::driver
