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

spatial::Program Rounds::measured(spatial::Program program) const {
  spatial::Body before;
  for (const auto& [reg, argument, where] : loops_) {
    program.host.push_back({spatial::ArgOut{argument, spatial::Type::Int}, {}, where});
    before.push_back(spatial::Stmt({spatial::Memory{reg, spatial::MemoryKind::Reg, spatial::Type::Int, intExpr(0, where), {}}, {}, where}));
    program.accel.push_back(spatial::Stmt({spatial::Set{argument, nameExpr(reg, where)}, {}, where}));
  }
  program.accel.insert(program.accel.begin(), before.begin(), before.end());
  return program;
}

/// A loop that was cut off may have kept the loops in it from running as often as they will: then nothing is known.
void Rounds::learn(const spatial::RunOutput& output) {
  std::vector<std::int64_t> took;
  areKnown_ = true;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const auto found = output.argOuts.find(loops_[i].argument);
    const bool isThere = found != output.argOuts.end() && !found->second.words.empty();
    took.push_back(isThere ? spatial::intOf(found->second.words.front()) : 0);
    if (took[i] < bounds_[i]) continue;
    if (bounds_[i] == mostRounds)
      failUnsupported("this loop has not ended after two million rounds", loops_[i].where, {}, "make the condition that ends it come true");
    areKnown_ = false;
  }
  for (std::size_t i = 0; i < took.size(); ++i) {
    if (areKnown_)
      bounds_[i] = took[i];
    else if (took[i] >= bounds_[i])
      bounds_[i] *= growth;
  }
}

}  // namespace stardust::staging
