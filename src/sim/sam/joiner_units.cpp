#include "sim/sam/joiner_units.h"

#include <algorithm>
#include <limits>

namespace stardust::sim_sam {
namespace {

int rankOf(const Token& token) { return token.isData() ? 0 : token.isAbsent() ? 1 : token.isStop() ? 2 : 3; }
bool isBefore(const Token& a, const Token& b) {
  return rankOf(a) != rankOf(b) ? rankOf(a) < rankOf(b) : a.isData() && a.bits < b.bits;
}

}  // namespace

JoinerUnit::JoinerUnit(const sam::Block& joiner) {
  std::size_t operand = 0;
  for (std::size_t n = 0; n < joiner.inputs.size(); ++n) {
    if (joiner.inputs[n].stream == sam::Stream::Coordinate) {
      sides_.push_back({n, {}});
      continue;
    }
    Side& side = sides_.at(static_cast<std::size_t>(joiner.sides.at(operand++)));
    side.references.push_back(n);
    side.heldReferences.emplace_back();
  }
  moves_.resize(sides_.size());
}

/// `get`: takes the token of an input, or looks at it.
template <class Get>
void JoinerUnit::hold(Side& side, Get&& get) {
  side.held = get(side.coordinate);
  const bool isControl = side.held.isStop() || side.held.isDone();
  for (std::size_t n = 0; n < side.references.size(); ++n) {
    side.heldReferences[n] = get(side.references[n]);
    const Token& reference = side.heldReferences[n];
    if (isControl != (reference.isStop() || reference.isDone()))
      failStreams("references and coordinates of a side differ");
  }
}

void JoinerUnit::load(Side& side) {
  side.fiber += side.held.isStop();
  hold(side, [&](std::size_t input) { return take(input); });
}

int JoinerUnit::step() {
  if (isEnded) return ended;
  if (clock->isLocal()) return stepAtHeads();
  if (isLoaded_ && endsWithDone()) return worked;
  for (const Side& side : sides_)
    if (const int missing = missingOf(side); missing >= 0) return missing;
  if (isLoaded_) compare();
  else std::fill(moves_.begin(), moves_.end(), true);
  isLoaded_ = true;
  for (std::size_t n = 0; n < sides_.size(); ++n)
    if (moves_[n]) load(sides_[n]);
  return worked;
}

/// With a clock of its own: it compares the tokens at the heads of its queues, and takes those that move on.
int JoinerUnit::stepAtHeads() {
  for (const Side& side : sides_)
    if (const int missing = missingOf(side); missing >= 0) return missing;
  for (Side& side : sides_) hold(side, [&](std::size_t input) { return peek(input); });
  if (endsWithDone()) std::fill(moves_.begin(), moves_.end(), true);
  else compare();
  for (std::size_t n = 0; n < sides_.size(); ++n) {
    if (!moves_[n]) continue;
    sides_[n].fiber += take(sides_[n].coordinate).isStop();
    for (const std::size_t input : sides_[n].references) take(input);
  }
  return worked;
}

int JoinerUnit::missingOf(const Side& side) const {
  if (!has(side.coordinate)) return static_cast<int>(side.coordinate);
  for (const std::size_t input : side.references)
    if (!has(input)) return static_cast<int>(input);
  return -1;
}

bool JoinerUnit::endsWithDone() {
  if (std::none_of(sides_.begin(), sides_.end(), [](const Side& s) { return s.held.isDone(); })) return false;
  for (const Side& side : sides_)
    if (!side.held.isDone()) failStreams("one side ends early");
  emit(sam::done);
  isEnded = true;
  return true;
}

void JoinerUnit::emit(const Token& coordinate) {
  give(0, coordinate);
  std::size_t port = 1;
  for (const Side& side : sides_)
    for (const Token& reference : side.heldReferences) give(port++, side.held == coordinate ? reference : sam::absent);
}

Token JoinerUnit::least() const {
  const Token* result = &sides_[0].held;
  for (const Side& side : sides_)
    if (isBefore(side.held, *result)) result = &side.held;
  return *result;
}

void JoinerUnit::requireEqualStops(const Token& stop) const {
  for (const Side& side : sides_)
    if (side.held != stop) failStreams("its sides end different fibers");
}

void IntersectUnit::compare() {
  const Token first = least();
  if (first.isStop()) requireEqualStops(first);
  const bool all = std::all_of(sides_.begin(), sides_.end(), [&](const Side& s) { return s.held == first; });
  const bool anyAbsent = std::any_of(sides_.begin(), sides_.end(), [](const Side& s) { return s.held.isAbsent(); });
  const bool anyStop = std::any_of(sides_.begin(), sides_.end(), [](const Side& s) { return s.held.isStop(); });
  // N on one side is N, and the other side gives up a coordinate for it.
  if (anyAbsent && !anyStop) {
    emit(sam::absent);
    std::fill(moves_.begin(), moves_.end(), true);
    return;
  }
  if (all) emit(first);
  const Side* last = &sides_[0];
  for (const Side& side : sides_)
    if (isBefore(last->held, side.held)) last = &side;
  for (std::size_t n = 0; n < sides_.size(); ++n) moves_[n] = all || isBefore(sides_[n].held, last->held);
  for (std::size_t n = 0; skips_ && !all && n < sides_.size(); ++n)
    if (moves_[n]) skip(sides_[n], last->held);
}

void IntersectUnit::skip(const Side& behind, const Token& to) {
  Unit* scanner = in[behind.coordinate]->producer;
  for (const auto& port : scanner->out)
    if (port.size() != 1 || port[0]->consumer != this) return;
  scanner->skipTo(to.isData() ? to.bits : std::numeric_limits<std::int64_t>::max(), behind.fiber);
}

void UnionUnit::compare() {
  const Token first = least();
  if (first.isStop()) requireEqualStops(first);
  emit(first);
  for (std::size_t n = 0; n < sides_.size(); ++n) moves_[n] = sides_[n].held == first;
}

}  // namespace stardust::sim_sam
