#include "staging/rounds.h"

#include "staging/exprs.h"

namespace stardust::staging {
namespace {

constexpr std::int64_t firstRounds = 64, growth = 8, mostRounds = std::int64_t{1} << 21;

}  // namespace

Rounds::Bound Rounds::next(std::string reg, std::string argument, const Location& where) {
  const auto loop = loops_.size();
  if (loop == bounds_.size()) bounds_.push_back(firstRounds);
  loops_.push_back({std::move(reg), std::move(argument), where});
  return {bounds_[loop], areKnown_ ? std::string() : loops_.back().reg};
}

Rounds::Wait Rounds::Wait::forElement(const std::string& where) {
  return {"takes an element though " + where, "nothing gives an element any more", "take no more elements than are given"};
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
    if (bounds_[i] >= mostTried) continue;
    bounds_[i] *= growth;
    isAny = true;
  }
  return isAny;
}

spatial::Program Rounds::measured(spatial::Program program) const {
  spatial::Body before;
  auto all = loops_;
  for (const auto& watch : watches_) all.push_back(watch.reg);
  all.insert(all.end(), questions_.begin(), questions_.end());
  for (const auto& [reg, argument, where] : all) {
    program.host.push_back({spatial::ArgOut{argument, spatial::Type::Int}, {}, where});
    before.push_back(spatial::Stmt({spatial::Memory{reg, spatial::MemoryKind::Reg, spatial::Type::Int, intExpr(0, where), {}}, {}, where}));
    program.accel.push_back(spatial::Stmt({spatial::Set{argument, nameExpr(reg, where)}, {}, where}));
  }
  program.accel.insert(program.accel.begin(), before.begin(), before.end());
  return program;
}

/// A loop that was cut off may have kept the loops in it from running as often as they will: then nothing is known.
void Rounds::learn(const spatial::RunOutput& output) {
  const auto valueOf = [&](const Loop& loop) -> std::int64_t {
    const auto found = output.argOuts.find(loop.argument);
    return found != output.argOuts.end() && !found->second.words.empty() ? spatial::intOf(found->second.words.front()) : 0;
  };
  std::vector<std::int64_t> took;
  areKnown_ = true;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    took.push_back(valueOf(loops_[i]));
    if (took[i] < bounds_[i]) continue;
    if (bounds_[i] == mostRounds)
      failUnsupported("this loop has not ended after two million rounds", loops_[i].where, {}, "make the condition that ends it come true");
    areKnown_ = false;
  }
  for (const auto& [loop, wait] : watches_) {
    if (areKnown_ && valueOf(loop) != 0) failWrong("the program deadlocks: this " + wait.what, loop.where, wait.why, wait.remedy);
  }
  for (const auto& question : questions_) {
    if (areKnown_ && valueOf(question) != 0) answers_.insert(question.where.span.begin);
  }
  for (std::size_t i = 0; i < took.size(); ++i) {
    if (areKnown_)
      bounds_[i] = took[i];
    else if (took[i] >= bounds_[i])
      bounds_[i] *= growth;
  }
}

}  // namespace stardust::staging
