#include "spatial/dsl/loops/trip_count_profile.h"

#include "spatial/exprs.h"

namespace stardust::dsl {

using spatial::intExpr;
using spatial::nameExpr;

TripCountProfile::Bound TripCountProfile::next(const Fresh& fresh, const Location& where) {
  const auto number = loops_.size();
  const auto tripCount = number < trips_.byLoop.size() ? trips_.byLoop[number] : TripCounts::first;
  const auto seen = [&](const std::string& hint) { return Seen{fresh(hint), fresh(hint + "_seen"), where}; };
  loops_.push_back({seen("most_rounds"), seen("all_rounds"), seen("runs")});
  const auto& loop = loops_.back();
  if (trips_.areKnown) return {number, tripCount, trips_.exact.count(number) > 0, {}, {}, {}};
  return {number, tripCount, false, loop.most.reg, loop.all.reg, loop.runs.reg};
}

TripCountProfile::Wait TripCountProfile::Wait::forElement(const std::string& where) {
  return {"takes an element though " + where, "no more elements will arrive",
          "take only as many elements as are added"};
}

std::string TripCountProfile::watch(std::string reg, std::string argument, Wait wait, const Location& where) {
  if (trips_.areKnown) return {};
  watches_.push_back({{std::move(reg), std::move(argument), where}, std::move(wait)});
  return watches_.back().reg.reg;
}

std::string TripCountProfile::ask(std::string reg, std::string argument, const Location& where) {
  if (trips_.areKnown) return {};
  questions_.push_back({std::move(reg), std::move(argument), where});
  return questions_.back().reg;
}

std::vector<TripCountProfile::Seen> TripCountProfile::seen() const {
  auto all = questions_;
  for (const auto& loop : loops_) {
    if (loop.isDependedOn) all.insert(all.end(), {loop.most, loop.all, loop.runs});
  }
  for (const auto& watch : watches_) all.push_back(watch.reg);
  return all;
}

spatial::Program TripCountProfile::measured(spatial::Program program) const {
  spatial::Body before;
  for (const auto& [reg, argument, where] : seen()) {
    program.host.push_back({spatial::ArgOut{argument, spatial::Type::Int}, {}, where});
    before.push_back(spatial::Stmt(
        {spatial::Memory{reg, spatial::MemoryKind::Reg, spatial::Type::Int, intExpr(0, where), {}}, {}, where}));
    program.accel.push_back(spatial::Stmt({spatial::Set{argument, nameExpr(reg, where)}, {}, where}));
  }
  program.accel.insert(program.accel.begin(), before.begin(), before.end());
  return program;
}

TripCountProfile::Facts TripCountProfile::factsOf(const spatial::RunOutput& output) const {
  const auto valueOf = [&](const Seen& seen) -> std::int64_t {
    const auto found = output.argOuts.find(seen.argument);
    return found != output.argOuts.end() && !found->second.words.empty() ? spatial::intOf(found->second.words.front())
                                                                         : 0;
  };
  Facts facts;
  for (const auto& loop : loops_)
    facts.loops.push_back(
        {loop.most.where, valueOf(loop.most), valueOf(loop.all), valueOf(loop.runs), loop.isDependedOn});
  for (const auto& [reg, wait] : watches_) {
    if (valueOf(reg) != 0) facts.waits.emplace_back(wait, reg.where);
  }
  for (const auto& question : questions_) {
    if (valueOf(question) != 0) facts.wereTrue.insert(placeOf(question.where));
  }
  return facts;
}

std::map<std::size_t, Location> TripCountProfile::dependedOn() const {
  std::map<std::size_t, Location> result;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    if (loops_[i].isDependedOn) result.emplace(i, loops_[i].most.where);
  }
  return result;
}

}  // namespace stardust::dsl
