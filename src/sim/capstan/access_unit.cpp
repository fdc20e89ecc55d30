#include "sim/capstan/access_unit.h"

#include <fmt/format.h>

#include "spatial/arithmetic.h"
#include "support/plural.h"

namespace stardust::sim {

using capstan::Access;
using spatial::intOf;

AccessUnit::AccessUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency, RandomMemory& memory)
    : LoopUnit(chip, context, arguments, latency),
      memory_(memory),
      dram_(mapping_.memories[context_.memory].dram),
      level_(mapping_.memories[context_.memory].level),
      port_(memory.addPort(*this)),
      vectors_(8) {
  if (context_.isOrdered) takeTurns();
}

void AccessUnit::takeTurns() {
  for (capstan::Id level = 0; level < depth_; ++level) {
    const auto& loop = context_.levels[level];
    if (loop.copies == 1) continue;
    if (order_) {
      failUnsupported("ordered updates of one memory from the bodies of two loops inside each other",
                      context_.origin.where, "their order is kept for the bodies of one loop",
                      "set the par of one of the loops to 1");
    }
    order_ = &memory_.orderOf(loop.loop);
    turn_ = order_->add(*this, loop.copy);
    ordered_ = level + 1;
  }
}

bool AccessUnit::accepts(Engine& engine, Cycle now) {
  blocked_ = capstan::none;
  if (order_ && !order_->mayGo(turn_, now)) {
    if (order_->has(turn_)) engine.wake(id, now + 1);
    return false;
  }
  return end_ - first_ < inFlight && memory_.hasRoom(engine, port_, now);
}

void AccessUnit::growRing() {
  std::vector<Pending> bigger(vectors_.size() * 2);
  for (auto number = first_; number < end_; ++number)
    bigger[static_cast<std::size_t>(number) & (bigger.size() - 1)] = pending(number);
  vectors_.swap(bigger);
}

void AccessUnit::settle(Engine& engine, Cycle now, bool isFiring) {
  if (end_ - first_ == static_cast<std::int64_t>(vectors_.size())) growRing();
  const auto number = end_++;
  auto& vector = pending(number);
  vector.closes = closes_;
  vector.depth = at_;
  vector.active = static_cast<std::uint8_t>(isFiring ? active_ : 0);
  vector.left = 0;
  vector.readyAt = now + 1;
  vector.values.fill(0);
  if (order_ && closes_ <= ordered_) order_->pass(engine, turn_, closes_ < ordered_, now);
  if (!isFiring) return;
  const auto& words = store();
  std::array<std::int32_t, maxLanes> indices;
  for (std::size_t lane = 0; lane < active_; ++lane) {
    const auto index = indices[lane] = intOf(registers_[context_.index][lane]);
    if (index < 0) continue;
    if (!words.has(index)) {
      if (mapping_.program.isSpeculative && (context_.access == Access::Read || context_.access == Access::Write)) {
        indices[lane] = -1;  // no access: the lane reads 0
        continue;
      }
      fail(fmt::format("index {} is outside {}, which has {}", index, words.name(), counted(words.words(), "word")),
           {});
    }
    vector.values[lane] = access(index, registers_[context_.value][lane]);
    ++vector.left;
  }
  if (vector.left > 0) memory_.submit(engine, port_, number, indices.data(), active_, now);
}

/// Returns the word that a reader sees: for an update, the word after it.
inline Word AccessUnit::access(std::int32_t index, Word operand) {
  auto& words = store();
  const auto age = isInDram() ? 0 : epoch(level_);
  if (context_.access == Access::Write) {
    words.write(index, operand, age);
    return operand;
  }
  const auto* const word = words.find(index, age);
  if (!word && !mapping_.program.isSpeculative)
    fail(fmt::format("{}({}) is read before it is written", words.name(), index), {});
  const Word before = word ? *word : 0;
  if (context_.access == Access::Read) return before;
  const auto type = mapping_.memories[context_.memory].type;
  const auto result = spatial::apply(context_.combine, type, before, operand);
  words.write(index, result, age);
  return result;
}

void AccessUnit::granted(Engine& engine, std::int64_t number, Cycle now) {
  auto& vector = pending(number);
  if (--vector.left > 0) return;
  vector.readyAt = now + 1;
  if (&vector == &pending(first_)) engine.wake(id, now + 1);
}

/// Results leave in order.
inline bool AccessUnit::retire(Engine& engine, Cycle now) {
  if (!isReady(now)) return false;
  const auto& vector = pending(first_);
  if (!hasRoom(engine, now, vector.closes, vector.depth, static_cast<std::int64_t>(vector.active))) return false;
  for (const auto& output : context_.outputs) {
    if (output.level < vector.closes || output.level > vector.depth) continue;
    const auto count = output.kind == capstan::Output::Kind::Stream ? static_cast<std::int64_t>(vector.active) : 1;
    engine.give(output.channel, vector.values.data(), count, now + latency_);
  }
  ++first_;
  return true;
}

std::optional<Activity> AccessUnit::underWay() const {
  if (drained() || vectors_[placeOf(first_)].left == 0) return {};
  return memory_.bottleneck(port_);
}

std::optional<Activity> AccessUnit::ownWait() const {
  if (blocked_ != capstan::none) return {};
  const auto waits = underWay();
  return waits || !order_ || order_->has(turn_) ? waits : activity::turn;
}

void AccessUnit::step(Engine& engine, Cycle now) {
  const bool retired = retire(engine, now);
  const bool isFull = !retired && isReady(now);
  const auto full = blocked_;
  const auto result = advance(engine, now);
  if (isFull && blocked_ == capstan::none) {  // no vector can enter before one leaves
    blocked_ = full;
    blockedOnInput_ = false;
  }
  const bool fired = result == Result::Fired || result == Result::Empty;
  if (fired || retired) doneAt = now;
  if (isDone()) {
    enter(State::Done, now + 1);
    return;
  }
  const bool waitsForInput = result == Result::Blocked && blocked_ != capstan::none && blockedOnInput_;
  enter(fired ? State::Active : waitsForInput || result == Result::Finished ? State::Starve : State::Stall, now);
  cause_ = Cause::Other;
  if (waitsForInput) {
    const auto producer = engine.links[blocked_].producer;
    cause_ = static_cast<const LoopUnit&>(*engine.units[producer]).cause();
    engine.wake(id, engine.channels[blocked_].nextArrival());
  }
  const bool isReadyNext = !drained() && pending(first_).left == 0 && pending(first_).readyAt > now;
  if (fired || retired || isReadyNext) engine.wake(id, now + 1);
}

}  // namespace stardust::sim
