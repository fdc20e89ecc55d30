#include "tune/winners.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "notation/declarations.h"
#include "support/sha256.h"

namespace stardust::tune {
namespace {

using Json = nlohmann::ordered_json;

constexpr int formatVersion = 1;

std::string kernelOf(notation::Assignment assignment) {
  const auto withoutExtents = [](notation::Access access) {
    access.tensor.dims.clear();
    return access;
  };
  assignment.lhs = withoutExtents(assignment.lhs);
  assignment.rhs = notation::rewrite(assignment.rhs, [&](const notation::Expr& e) {
    const auto* access = std::get_if<notation::Access>(&e->kind);
    return access ? notation::access(withoutExtents(*access), e->where) : notation::Expr();
  });
  return notation::printListing(assignment);
}

Json json(const Winner& winner) {
  return {{"kernel", winner.subject.kernel},  {"machine", winner.subject.machine}, {"memory", winner.subject.memory},
          {"operands", winner.subject.facts}, {"schedule", winner.schedule},       {"cycles", winner.cycles},
          {"version", winner.version}};
}

Winner winnerOf(const Json& row) {
  Winner winner;
  row.at("kernel").get_to(winner.subject.kernel);
  row.at("machine").get_to(winner.subject.machine);
  row.at("memory").get_to(winner.subject.memory);
  row.at("operands").get_to(winner.subject.facts);
  row.at("schedule").get_to(winner.schedule);
  row.at("cycles").get_to(winner.cycles);
  row.at("version").get_to(winner.version);
  return winner;
}

[[noreturn]] void failReading(const Source& text, const std::string& why) {
  failUser(fmt::format("{} has no kept schedules", text->name), {}, why,
           "remove it, or name another file with --tuned=FILE");
}

}  // namespace

Subject subjectOf(const driver::Problem& problem, const driver::Hardware& hardware) {
  const auto named = [](const machine::Description& file) {
    return fmt::format("{} {}", file.name, sha256(file.text->text));
  };
  return {kernelOf(problem.assignment), named(hardware.machineFile), named(hardware.memoryFile), operandFacts(problem)};
}

Winners::Winners(const Source& text) {
  int version = 0;
  try {
    const Json document = Json::parse(text->text);
    document.at("format").get_to(version);
    if (version == formatVersion)
      for (const Json& row : document.at("schedules")) all_.push_back(winnerOf(row));
  } catch (const Json::exception& error) {
    failReading(text, error.what());
  }
  if (version != formatVersion)
    failReading(text, fmt::format("its format has the version {}, and this program reads {}", version, formatVersion));
}

std::string Winners::print() const {
  Json rows = Json::array();
  for (const Winner& winner : all_) rows.push_back(json(winner));
  return Json{{"format", formatVersion}, {"schedules", std::move(rows)}}.dump(1) + "\n";
}

void Winners::add(Winner winner) {
  const auto same = std::find_if(all_.begin(), all_.end(), [&](const Winner& one) {
    return one.subject.hasSameKernel(winner.subject) && one.subject.facts == winner.subject.facts;
  });
  if (same != all_.end()) {
    if (same->version == winner.version && same->cycles < winner.cycles) return;
    all_.erase(same);
  }
  all_.push_back(std::move(winner));
  if (all_.size() > most) all_.erase(all_.begin(), all_.end() - static_cast<std::ptrdiff_t>(most));
}

Winners::Found Winners::nearest(const Subject& subject) const {
  Found found;
  for (const Winner& winner : all_) {
    if (!winner.subject.hasSameKernel(subject)) continue;
    FactsDistance distance = distanceBetween(winner.subject.facts, subject.facts);
    if (!found.winner || distance.factor <= found.distance.factor) found = {&winner, std::move(distance)};
  }
  return found;
}

}  // namespace stardust::tune
