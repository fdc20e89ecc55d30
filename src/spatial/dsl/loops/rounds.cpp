#include "spatial/dsl/loops/rounds.h"

#include "spatial/exprs.h"

namespace stardust::dsl {

using spatial::intExpr;
using spatial::nameExpr;

namespace {

constexpr std::int64_t firstRounds = 64, growth = 8, mostRounds = std::int64_t{1} << 21;

}  // namespace

Rounds::Bound Rounds::next(const Fresh& fresh, const Location& where) {
  const auto number = loops_.size();
  if (number == bounds_.size()) bounds_.push_back(firstRounds);
  const auto seen = [&](const std::string& hint) { return Seen{fresh(hint), fresh(hint + "_seen"), where}; };
  loops_.push_back({seen("most_rounds"), seen("all_rounds"), seen("runs")});
  const auto& loop = loops_.back();
  if (areKnown_) return {number, bounds_[number], exact_.count(number) > 0, {}, {}, {}};
  return {number, bounds_[number], false, loop.most.reg, loop.all.reg, loop.runs.reg};
}

Rounds::Wait Rounds::Wait::forElement(const std::string& where) {
  return {"takes an element though " + where, "no more elements will arrive",
          "take only as many elements as are added"};
}

std::string Rounds::watch(std::string reg, std::string argument, Wait wait, const Location& where) {
  if (areKnown_) return {};
  watches_.push_back({{std::move(reg), std::move(argument), where}, std::move(wait)});
  return watches_.back().reg.reg;
}

std::string Rounds::ask(std::string reg, std::string argument, const Location& where) {
  if (areKnown_) return {};
  questions_.push_back({std::move(reg), std::move(argument), where});
  return questions_.back().reg;
}

bool Rounds::lengthen() {
  constexpr std::int64_t mostTried = firstRounds * growth * growth;  // a deadlock is one with more rounds, too
  bool isAny = false;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    if (!loops_[i].isMeant || bounds_[i] >= mostTried) continue;
    bounds_[i] *= growth;
    isAny = true;
  }
  return isAny;
}

std::vector<Rounds::Seen> Rounds::seen() const {
  auto all = questions_;
  for (const auto& loop : loops_) {
    if (loop.isMeant) all.insert(all.end(), {loop.most, loop.all, loop.runs});
  }
  for (const auto& watch : watches_) all.push_back(watch.reg);
  return all;
}

spatial::Program Rounds::measured(spatial::Program program) const {
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

/// A loop that was cut off may have kept the loops in it from running as often as they will: then nothing is known.
void Rounds::learn(const spatial::RunOutput& output) {
  const auto valueOf = [&](const Seen& seen) -> std::int64_t {
    const auto found = output.argOuts.find(seen.argument);
    return found != output.argOuts.end() && !found->second.words.empty() ? spatial::intOf(found->second.words.front())
                                                                         : 0;
  };
  std::vector<std::int64_t> took;
  areKnown_ = true;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    took.push_back(valueOf(loops_[i].most));
    if (took[i] < bounds_[i]) continue;
    if (bounds_[i] == mostRounds)
      failUnsupported("this loop has not ended after two million rounds", loops_[i].most.where, {},
                      "make its end condition true");
    areKnown_ = false;
  }
  for (const auto& [reg, wait] : watches_) {
    if (areKnown_ && valueOf(reg) != 0)
      failWrong("the program deadlocks: this " + wait.what, reg.where, wait.why, wait.remedy);
  }
  for (const auto& question : questions_) {
    if (areKnown_ && valueOf(question) != 0) answers_.insert(question.where.span.begin);
  }
  for (std::size_t i = 0; i < took.size(); ++i) {
    if (!loops_[i].isMeant) continue;
    if (areKnown_ && valueOf(loops_[i].all) == valueOf(loops_[i].runs) * took[i]) exact_.insert(i);
    if (areKnown_) bounds_[i] = took[i];
    else if (took[i] >= bounds_[i]) bounds_[i] *= growth;
  }
}

}  // namespace stardust::dsl
