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
      level_(mapping.memories[context_.memory].level),
      port_(memory.addPort(*this)),
      vectors_(inFlight) {}

bool AccessUnit::accepts(Engine& engine, Cycle now) {
  blocked_ = capstan::none;
  return end_ - first_ < inFlight && memory_.hasRoom(engine, port_, now);
}

void AccessUnit::settle(Engine& engine, Cycle now, bool isFiring) {
  const auto number = end_++;
  auto& vector = pending(number);
  vector.closes = closes_;
  vector.depth = at_;
  vector.epoch = isInDram() ? 0 : epoch(level_);
  vector.active = isFiring ? active_ : 0;
  vector.left = 0;
  vector.values.fill(0);
  if (!isFiring) return;
  const auto& words = store(engine);
  for (std::size_t lane = 0; lane < active_; ++lane) {
    const auto index = intOf(registers_[context_.index][lane]);
    vector.indices[lane] = index;
    if (index < 0) continue;
    if (context_.access != Access::Read) vector.values[lane] = registers_[context_.value][lane];
    ++vector.left;
    if (!words.has(index)) {
      fail(fmt::format("index {} is outside {}, which has {} words", index, words.name(), words.words()), {});
    }
  }
  if (vector.left > 0) memory_.submit(engine, port_, number, vector.indices.data(), active_, now);
}

void AccessUnit::access(Engine& engine, Pending& vector, std::uint8_t lane) {
  auto& words = store(engine);
  const auto index = vector.indices[lane];
  auto& value = vector.values[lane];
  if (context_.access == Access::Write) {
    words.write(index, value, vector.epoch);
    return;
  }
  const auto* const word = words.find(index, vector.epoch);
  if (!word) fail(fmt::format("{}({}) is read, but nothing wrote it", words.name(), index), {});
  if (context_.access == Access::Read) {
    value = *word;
    return;
  }
  value = spatial::apply(spatial::BinaryOp::Add, mapping_.memories[context_.memory].type, *word, value);
  words.write(index, value, vector.epoch);
}

void AccessUnit::granted(Engine& engine, std::int64_t vector, std::uint8_t lane, Cycle now) {
  auto& of = pending(vector);
  access(engine, of, lane);
  if (--of.left == 0 && &of == &pending(first_)) engine.wake(id, now + 1);
}

/// Results leave in order.
bool AccessUnit::retire(Engine& engine, Cycle now) {
  if (drained() || pending(first_).left > 0) return false;
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
