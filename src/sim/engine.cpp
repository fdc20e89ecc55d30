#include "sim/engine.h"

#include <fmt/format.h>

#include <bit>

#include "support/diagnostic.h"

namespace stardust::sim {
namespace {

constexpr Cycle reportEvery = 4096;

Delays delaysOf(const capstan::Machine& m, bool isIdeal) {
  const Cycle network = isIdeal ? 0 : m.network.fixedCycles + Cycle{m.network.meanHops} * m.network.hopCycles;
  return {network,
          m.pcu.stages,
          m.pcu.reduceLatency,
          m.pmu.addressStages,
          m.spmu.latency,
          isIdeal ? 0 : Cycle{m.shuffle.stages},
          m.ag.pipelineCycles};
}

}  // namespace

Engine::Engine(const capstan::Machine& m, Dram& dram, bool isIdeal)
    : machine(m), delays(delaysOf(m, isIdeal)), dram_(dram) {}

UnitId Engine::add(std::unique_ptr<Unit> unit) {
  unit->id = static_cast<UnitId>(units.size());
  units.push_back(std::move(unit));
  return units.back()->id;
}

bool Engine::send(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle at) {
  std::uint32_t flight = 0;
  if (freeFlights_.empty()) {
    flight = static_cast<std::uint32_t>(flights_.size());
    flights_.emplace_back();
  } else {
    flight = freeFlights_.back();
    freeFlights_.pop_back();
  }
  flights_[flight] = {unit, tag};
  if (!dram_.send({address, write, flight}, at)) {
    freeFlights_.push_back(flight);
    refused_.push_back(unit);
    return false;
  }
  ++(write ? writes : reads);
  return true;
}

void Engine::runDram() {
  if (dram_.nextEvent() > now) return;
  completed_.clear();
  dram_.advance(now, completed_);
  for (const auto& done : completed_) {
    const auto [unit, tag] = flights_[done.tag];
    freeFlights_.push_back(done.tag);
    units[unit]->completed(*this, tag, now);
  }
  for (const auto unit : refused_) wake(unit, now + 1);
  refused_.clear();
}

Cycle Engine::nextWake() const {
  const auto first = static_cast<std::size_t>(now + 1) % slots;
  for (std::size_t i = 0; i <= slots / 64; ++i) {
    const auto word = (first / 64 + i) % (slots / 64);
    auto bits = occupied_[word];
    if (i == 0) bits &= ~std::uint64_t{0} << first % 64;
    if (i == slots / 64) bits &= ~(~std::uint64_t{0} << first % 64);
    if (bits == 0) continue;
    const auto slot = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    return now + 1 + static_cast<Cycle>((slot + slots - first) % slots);
  }
  return never;
}

void Engine::run(const Options& options) {
  for (const auto& unit : units) wake(unit->id, 0);  // cycle 1 is the first
  Cycle nextReport = reportEvery;
  for (;;) {
    auto next = std::min(nextWake(), dram_.nextEvent());
    if (!later_.empty()) next = std::min(next, later_.top().at);
    if (next >= never) return;
    now = std::max(next, now + 1);
    if (now > options.maxCycles) failUnsupported(fmt::format("the run was stopped after {} cycles", now - 1));
    while (!later_.empty() && later_.top().at < now + static_cast<Cycle>(slots)) {
      const auto later = later_.top();
      later_.pop();
      enqueue(later.unit, std::max(later.at, now));
    }
    runDram();
    const auto slot = static_cast<std::size_t>(now) % slots;
    current_.swap(wheel_[slot]);
    occupied_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
    for (const auto id : current_) {
      auto& unit = *units[id];
      if (unit.wakeAt != now) continue;  // woken earlier since, or twice
      unit.wakeAt = never;
      unit.step(*this, now);
    }
    current_.clear();
    if (now >= nextReport) {
      nextReport = now + reportEvery;
      if (options.progress) options.progress(now);
      if (options.cancelled && options.cancelled()) failUnsupported("the run was interrupted");
    }
  }
}

}  // namespace stardust::sim
