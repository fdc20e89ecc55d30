#include "sim/access_unit.h"

#include <fmt/format.h>

#include "spatial/arithmetic.h"

namespace stardust::sim {

using capstan::Access;
using spatial::intOf;

AccessUnit::AccessUnit(const capstan::Mapping& mapping, capstan::Id context, const Arguments& arguments, Cycle latency,
                       RandomMemory& memory)
    : LoopUnit(mapping, context, arguments, latency),
      memory_(memory),
      dram_(mapping.memories[context_.memory].dram),
      port_(memory.addPort(*this)) {}

bool AccessUnit::accepts(Engine& engine, Cycle now) {
  blocked_ = capstan::none;
  return vectors_.size() < inFlight && memory_.hasRoom(engine, port_, now);
}

void AccessUnit::settle(Engine& engine, Cycle now, bool isFiring) {
  const auto age = isInDram() ? 0 : epoch(mapping_.memories[context_.memory].level);
  vectors_.push_back({closes_, at_, age, isFiring ? active_ : 0, 0, {}, {}});
  if (!isFiring) return;
  auto& pending = vectors_.back();
  const auto& words = store(engine);
  for (std::size_t lane = 0; lane < active_; ++lane) {
    const auto index = intOf(registers_[context_.index][lane]);
    pending.indices[lane] = index;
    pending.values[lane] = context_.access == Access::Read ? 0 : registers_[context_.value][lane];
    if (index < 0) {
      pending.values[lane] = 0;
      continue;
    }
    ++pending.left;
    if (!words.has(index)) {
      fail(fmt::format("index {} is outside {}, which has {} words", index, words.name(), words.words()), {});
    }
  }
  const auto number = first_ + static_cast<std::int64_t>(vectors_.size()) - 1;
  if (pending.left > 0) memory_.submit(engine, port_, number, pending.indices.data(), active_, now);
}

void AccessUnit::access(Engine& engine, Pending& pending, std::uint8_t lane) {
  auto& words = store(engine);
  const auto index = pending.indices[lane];
  if (context_.access != Access::Write && !words.isWritten(index, pending.epoch)) {
    fail(fmt::format("{}({}) is read, but nothing wrote it", words.name(), index), {});
  }
  auto& value = pending.values[lane];
  switch (context_.access) {
    case Access::Read:
      value = words.at(index, pending.epoch);
      break;
    case Access::Write:
      words.write(index, value, pending.epoch);
      break;
    case Access::Add:
      value = spatial::apply(spatial::BinaryOp::Add, mapping_.memories[context_.memory].type,
                             words.at(index, pending.epoch), value);
      words.write(index, value, pending.epoch);
      break;
  }
}

void AccessUnit::granted(Engine& engine, std::int64_t vector, std::uint8_t lane, Cycle now) {
  auto& pending = vectors_[static_cast<std::size_t>(vector - first_)];
  access(engine, pending, lane);
  if (--pending.left == 0 && vector == first_) engine.wake(id, now + 1);
}

/// Results leave in order.
bool AccessUnit::retire(Engine& engine, Cycle now) {
  if (vectors_.empty() || vectors_.front().left > 0) return false;
  const auto& pending = vectors_.front();
  if (!hasRoom(engine, now, pending.closes, pending.depth, static_cast<std::int64_t>(pending.active))) return false;
  for (const auto& output : context_.outputs) {
    if (output.level < pending.closes || output.level > pending.depth) continue;
    const auto count = output.kind == capstan::Output::Kind::Stream ? static_cast<std::int64_t>(pending.active) : 1;
    engine.give(output.channel, pending.values.data(), count, now + latency_);
  }
  vectors_.pop_front();
  ++first_;
  return true;
}

void AccessUnit::step(Engine& engine, Cycle now) {
  const bool retired = retire(engine, now);
  const auto result = advance(engine, now);
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
  if (fired || retired) engine.wake(id, now + 1);
}

}  // namespace stardust::sim
