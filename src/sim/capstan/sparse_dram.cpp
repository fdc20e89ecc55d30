#include "sim/capstan/sparse_dram.h"

#include <algorithm>

#include "capstan/resources/unit_counts.h"

namespace stardust::sim {

SparseDram::SparseDram(const Chip& chip, capstan::Id memory, bool isOrdered, bool isIdeal)
    : chip_(chip),
      dram_(chip.mapping.memories[memory].dram),
      isOrdered_(isOrdered),
      isIdeal_(isIdeal),
      generators_(static_cast<std::size_t>(capstan::generatorsOf(chip.mapping.memories[memory]))) {}

std::uint32_t SparseDram::addPort(AccessUnit& unit) {
  const auto number = static_cast<std::uint32_t>(ports_.size());
  const auto generator = capstan::bodyOf(unit.context()) % generators_.size();
  ports_.push_back({&unit, generator});
  generators_[generator].ports.push_back(number);
  return number;
}

bool SparseDram::hasRoom(Engine& engine, std::uint32_t port, Cycle now) {
  auto& p = ports_[port];
  const bool hasSent = p.lastSent == now;  // its place is free from the next cycle on
  p.waits = p.unsent + (hasSent ? 1 : 0) >= waitingVectors;
  if (p.waits && hasSent) engine.wake(p.unit->id, now + 1);
  return !p.waits;
}

/// Whether the port writes single words, whose bursts must be read first.
bool SparseDram::isPartial(const Port& port) const {
  return chip_.machine.ag.readsPartialBursts && port.unit->context().access == capstan::Access::Write;
}

void SparseDram::submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices,
                        std::size_t lanes, Cycle now) {
  Request request{vector, now};
  const bool isApart = isPartial(ports_[port]);
  const auto bursts = request.bursts.begin();
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (indices[lane] < 0) continue;
    ++request.lanes;
    const auto byte = chip_.dramBases[dram_] + static_cast<std::uint64_t>(indices[lane]) * sizeof(Word);
    const auto burst = byte / Dram::burstBytes * Dram::burstBytes;
    const auto end = bursts + static_cast<std::ptrdiff_t>(request.count);
    const auto known = isApart ? end : std::find(bursts, end, burst);
    if (known == end) request.bursts[request.count++] = burst;
    ++request.sharers[static_cast<std::size_t>(known - bursts)];
  }
  request.left = request.count;
  ports_[port].requests.push(request);
  ++ports_[port].unsent;
  ++held_;
  engine.wake(id, now + 1);
}

SparseDram::Request& SparseDram::request(const Flight& flight) {
  auto& port = ports_[flight.port];
  return port.requests[static_cast<std::size_t>(flight.request - port.answered)];
}

/// The request that sends its bursts next; ports take turns.
SparseDram::Request* SparseDram::next(Engine& engine, Generator& generator, Cycle now) {
  for (std::size_t i = 0; i < generator.ports.size(); ++i) {
    auto& port = ports_[generator.ports[generator.turn]];
    if (port.unsent > 0) {
      auto& request = port.requests[port.requests.size() - port.unsent];
      const bool isHeldBack = isOrdered_ && request.sent == 0 && generator.underWay > 0;
      if (isHeldBack) return nullptr;
      if (request.submitted < now) return &request;
      engine.wake(id, now + 1);  // it arrived in this cycle
    }
    generator.turn = (generator.turn + 1) % generator.ports.size();
  }
  return nullptr;
}

void SparseDram::sendBurst(Engine& engine, Generator& generator, Request& request, Cycle now) {
  const auto number = generator.ports[generator.turn];
  auto& port = ports_[number];
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(flights_.size()));
    flights_.emplace_back();
  }
  const auto tag = free_.back();
  const auto burst = request.bursts[request.sent];
  const bool isReadFirst = isPartial(port);
  const bool isWrite = port.unit->context().access == capstan::Access::Write && !isReadFirst;
  free_.pop_back();
  const auto place = static_cast<std::int64_t>(port.requests.size() - port.unsent);
  flights_[tag] = {number, port.answered + place, burst, isWrite};
  if (isReadFirst) partials_.insert(burst, tag);
  sendFlight(engine, tag, now);
  ++generator.underWay;
  const Cycle perCycle = chip_.machine.ag.addressesPerCycle;
  generator.freeAt = now + (request.sharers[request.sent] + perCycle - 1) / perCycle;
  request.takenAt = generator.freeAt - 1;
  if (++request.sent == request.count) {
    --port.unsent;
    port.lastSent = now;
    if (port.waits) engine.wake(port.unit->id, now + 1);
    generator.turn = (generator.turn + 1) % generator.ports.size();
  }
}

void SparseDram::sendFlight(Engine& engine, std::uint32_t tag, Cycle now) {
  const auto& flight = flights_[tag];
  if (isPartial(ports_[flight.port])) return engine.sendAlone(id, flight.burst, flight.isWrite, tag, now);
  engine.send(id, flight.burst, flight.isWrite, tag, now);
}

/// Whether a read of a burst must wait for an earlier write of a word in it.
bool SparseDram::waitsForWord(const Port& port, const Request& request) const {
  return isPartial(port) && partials_.find(request.bursts[request.sent]) != capstan::none;
}

/// Sends one burst; write-backs of updates go first.
bool SparseDram::send(Engine& engine, Generator& generator, Cycle now) {
  if (!generator.writeBacks.empty()) {
    sendFlight(engine, generator.writeBacks.pop(), now);
    return true;
  }
  if (!isIdeal_ && generator.underWay >= chip_.machine.ag.outstandingBursts) return false;
  if (!isIdeal_ && generator.freeAt > now) {
    engine.wake(id, generator.freeAt);
    return false;
  }
  auto* const request = next(engine, generator, now);
  if (!request || waitsForWord(ports_[generator.ports[generator.turn]], *request)) return false;
  sendBurst(engine, generator, *request, now);
  return true;
}

void SparseDram::completed(Engine& engine, std::uint32_t tag, Cycle now) {
  auto& flight = flights_[tag];
  auto& port = ports_[flight.port];
  auto& generator = generators_[port.generator];
  engine.wake(id, now + 1);  // a place may be free
  if (!flight.isWrite && port.unit->context().access != capstan::Access::Read) {
    flight.isWrite = true;
    generator.writeBacks.push(tag);
    return;
  }
  if (isPartial(port)) partials_.erase(flight.burst);
  --generator.underWay;
  free_.push_back(tag);
  auto& back = request(flight);
  if (--back.left > 0) return;
  back.readyAt = isIdeal_ ? now : std::max(now, back.takenAt) + chip_.delays.ag;
  answer(engine, port, now);
}

void SparseDram::answer(Engine& engine, Port& port, Cycle now) {
  while (!port.requests.empty() && port.requests.front().readyAt <= now) {
    const auto done = port.requests.pop();
    ++port.answered;
    --held_;
    for (auto lanes = done.lanes; lanes > 0; --lanes) port.unit->granted(engine, done.vector, now);
  }
}

void SparseDram::step(Engine& engine, Cycle now) {
  for (auto& generator : generators_) {
    bool sent = send(engine, generator, now);
    if (sent) engine.wake(id, now + 1);
    while (sent && isIdeal_) sent = send(engine, generator, now);
  }
  for (auto& port : ports_) {
    answer(engine, port, now);
    if (!port.requests.empty()) engine.wake(id, port.requests.front().readyAt);
  }
}

}  // namespace stardust::sim
