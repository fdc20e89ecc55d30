#include "sim/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "capstan/partition.h"
#include "capstan/served.h"
#include "capstan/unit_counts.h"
#include "sim/bit_vector_unit.h"
#include "sim/context_unit.h"
#include "sim/deadlock.h"
#include "sim/host.h"
#include "sim/merge_unit.h"
#include "sim/sparse_dram.h"
#include "sim/sparse_memory.h"
#include "sim/transfer_unit.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::sim {
namespace {

using capstan::Context;
using capstan::Id;
using capstan::Role;

/// From a firing to when its result leaves: the pipelines of its units, and the ways between them.
Cycle latencyOf(const Engine& engine, const capstan::Mapping& mapping, Id id) {
  const auto& d = engine.delays;
  const auto& context = mapping.contexts[id];
  const auto inside = engine.network.inside(id);
  switch (context.role) {
    case Role::Compute: {  // what some units do beside others takes no way of its own
      const auto pipeline = capstan::pipelineOfInnermost(context, engine.machine.pcu);
      const Cycle ways = capstan::chainUnitsOf(context, mapping, engine.machine) - 1;
      const Cycle beside = pipeline.units - pipeline.depth;
      return d.pipeline * pipeline.depth + (ways > 0 ? inside * (ways - beside) / ways : 0);
    }
    case Role::SramRead: return d.address + 1 + inside;
    case Role::SparseAccess: {
      const auto kind = mapping.memories[context.memory].kind;
      if (kind == spatial::MemoryKind::SparseDram) return 1 + inside;
      const bool isShuffled = kind != spatial::MemoryKind::SparseSram;
      return d.address + d.spmu + (isShuffled ? 2 * d.shuffle : 0) + inside;
    }
    case Role::Load:
    case Role::Store:
    case Role::Join: return 1;
    case Role::Scan:  // over one vector, the counters of the contexts that walk it; over two, a unit in front of them
      return context.vectors.size() == 1 ? 1 : d.pipeline;
    case Role::BitVector: return d.pipeline;
    case Role::Merge: {  // through a tree of mergers of two ways
      const Cycle levels = std::max<Cycle>(1, std::bit_width(static_cast<unsigned>(context.ways.size() - 1)));
      const Cycle hops = capstan::chainUnitsOf(context, mapping, engine.machine) - 1;
      return d.pipeline * levels + (hops > 0 ? inside * (levels - 1) / hops : 0);
    }
  }
  return 1;
}

/// Room beyond the declared depth, which covers one unit: what the pipelines of its other units hold, and the registers
/// of the switches on the way.
std::int64_t roomOnTheWay(const Engine& engine, const capstan::Mapping& mapping, Id id) {
  const auto& channel = mapping.channels[id];
  const auto inUnits =
      latencyOf(engine, mapping, channel.producer) - engine.network.inside(channel.producer) - engine.delays.pipeline;
  return (std::max<Cycle>(0, inUnits) + engine.network.registers(id)) * channel.inWidth;
}

/// Report::busiest.
std::optional<std::size_t> busiestOf(const std::vector<UnitRow>& rows, const capstan::Mapping& mapping) {
  const auto lanes = [&](const UnitRow& row) {
    return mapping.contexts[row.contexts.front()].role == Role::Compute ? row.activeLanes : 0;
  };
  std::int64_t most = 0;
  for (const auto& row : rows) most = std::max(most, lanes(row));
  const auto worth = [&](const UnitRow& row) {
    const bool isCandidate = lanes(row) >= most - most / 10;
    return std::pair(isCandidate, -static_cast<double>(row.counters.done) / row.copies());
  };
  const auto busiest = std::max_element(rows.begin(), rows.end(),
                                        [&](const UnitRow& a, const UnitRow& b) { return worth(a) < worth(b); });
  if (busiest == rows.end()) return std::nullopt;
  return static_cast<std::size_t>(busiest - rows.begin());
}

class Simulation {
 public:
  Simulation(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
             Dram& dram, bool isIdeal)
      : mapping_(mapping),
        isIdeal_(isIdeal),
        host_(mapping, files),
        engine_(mapping, machine, dram, isIdeal),
        dram_(dram) {
    makeStores();
    makeUnits();
    makeChannels();
  }
  Report run(const Options& options);

 private:
  void makeStores();
  void makeUnits();
  std::unique_ptr<RandomMemory> makeRandomMemory(Id memory) const;
  void makeChannels();
  LoopUnit& unit(std::size_t i) { return static_cast<LoopUnit&>(*engine_.units[i]); }
  void checkEnd();
  void count(Report& report);

  const capstan::Mapping& mapping_;
  const bool isIdeal_;
  Host host_;
  Engine engine_;
  Dram& dram_;
};

void Simulation::makeStores() {
  engine_.drams = host_.drams();
  std::uint64_t next = 0, random = 0x9E3779B97F4A7C15u;
  for (const auto& dram : engine_.drams) {  // somewhere else in a row and in another bank each
    random = random * 6364136223846793005u + 1442695040888963407u;
    next += (random >> 40) % 4096 * Dram::burstBytes;
    engine_.dramBases.push_back(next);
    next += (static_cast<std::uint64_t>(dram.words()) * 4 + Dram::burstBytes) / Dram::burstBytes * Dram::burstBytes;
  }
  for (const auto& memory : mapping_.memories) {
    engine_.memories.emplace_back(memory.origin.name, memory.words, memory.buffers);
  }
}

std::unique_ptr<RandomMemory> Simulation::makeRandomMemory(Id number) const {
  const bool isOrdered = std::any_of(mapping_.contexts.begin(), mapping_.contexts.end(), [&](const Context& c) {
    return c.role == Role::SparseAccess && c.memory == number && c.isOrdered;
  });
  const auto& memory = mapping_.memories[number];
  if (memory.kind != spatial::MemoryKind::SparseDram) {
    return std::make_unique<SparseMemory>(mapping_, number, engine_.machine, isOrdered);
  }
  if (memory.dram == capstan::none) failUser(fmt::format("{} has no alias", memory.origin.name), memory.origin.where);
  return std::make_unique<SparseDram>(mapping_, number, isOrdered, isIdeal_);
}

void Simulation::makeUnits() {
  std::vector<std::unique_ptr<RandomMemory>> random(mapping_.memories.size());
  for (const auto& context : mapping_.contexts) {
    if (context.role != Role::SparseAccess || random[context.memory]) continue;
    random[context.memory] = makeRandomMemory(context.memory);
  }
  for (Id i = 0; i < mapping_.contexts.size(); ++i) {
    const auto& context = mapping_.contexts[i];
    const auto latency = latencyOf(engine_, mapping_, i);
    const auto& arguments = host_.arguments;
    switch (context.role) {
      case Role::Compute:
      case Role::SramRead:
      case Role::Join:
        engine_.add(std::make_unique<ContextUnit>(mapping_, i, arguments, latency, engine_.machine));
        break;
      case Role::SparseAccess:
        engine_.add(std::make_unique<AccessUnit>(mapping_, i, arguments, latency, *random[context.memory]));
        break;
      case Role::Load: engine_.add(std::make_unique<LoadUnit>(mapping_, i, arguments, latency)); break;
      case Role::Store: engine_.add(std::make_unique<StoreUnit>(mapping_, i, arguments, latency)); break;
      case Role::Scan: engine_.add(std::make_unique<ScanUnit>(mapping_, i, arguments, latency)); break;
      case Role::BitVector: engine_.add(std::make_unique<BitVectorUnit>(mapping_, i, arguments, latency)); break;
      case Role::Merge: engine_.add(std::make_unique<MergeUnit>(mapping_, i, arguments, latency)); break;
    }
  }
  for (auto& memory : random) {
    if (memory) engine_.add(std::move(memory));
  }
}

void Simulation::makeChannels() {
  engine_.channels.resize(mapping_.channels.size());
  engine_.links.resize(mapping_.channels.size());
  for (Id i = 0; i < mapping_.channels.size(); ++i) {
    const auto& channel = mapping_.channels[i];
    for (const auto consumer : channel.consumers) engine_.links[i].consumers.push_back({consumer, false});
    if (channel.producer == capstan::none) continue;
    engine_.links[i].producer = channel.producer;
    const auto room = channel.words() + roomOnTheWay(engine_, mapping_, i);
    if (room > (std::int64_t{1} << 26)) failUnsupported("a FIFO has more than 2^26 words", channel.origin.where);
    engine_.channels[i].shape(room, channel.consumers.size());
    const Word token = 0;
    for (Id t = 0; t < channel.initial; ++t) engine_.channels[i].give(&token, 1, 0);
  }
}

/// Everything done and every FIFO empty, or a report of who waits for what.
void Simulation::checkEnd() {
  for (std::size_t i = 0; i < mapping_.contexts.size(); ++i) {
    if (unit(i).isDone()) continue;
    failDeadlock(engine_, mapping_, fmt::format("deadlock after {}: nothing can move", counted(engine_.now, "cycle")));
  }
  for (std::size_t i = 0; i < mapping_.channels.size(); ++i) {
    const auto& channel = mapping_.channels[i];
    if (channel.kind != capstan::Channel::Kind::Fifo || engine_.channels[i].held() == 0) continue;
    failWrong(fmt::format("{} of {} {} left at the end", counted(engine_.channels[i].held(), "element"),
                          channel.origin.name, plural(engine_.channels[i].held(), "is", "are")),
              channel.origin.where, "what is given to a FIFO has to be taken");
  }
}

void Simulation::count(Report& report) {
  static constexpr std::array<const char*, capstan::roles> names{
      "compute", "SRAM read", "sparse access", "load", "store", "scanner", "bit vector", "merge", "join"};
  for (auto& copies : capstan::copiesOf(mapping_)) {
    const auto& first = mapping_.contexts[copies.front()];
    UnitRow row;
    row.unit = names[static_cast<std::size_t>(first.role)];
    row.name = first.origin.name;
    row.serves = capstan::nameOf(capstan::servedBy(mapping_, first));
    row.does = capstan::workOf(first);
    for (const auto id : copies) {
      auto& u = unit(id);
      u.close(report.cycles);
      row.counters.active += u.books.counters.active;
      row.counters.stall += u.books.counters.stall;
      row.counters.starve += u.books.counters.starve;
      row.counters.done += u.books.counters.done;
      row.activeLanes += u.books.activeLanes;
      row.lanes = std::max(row.lanes, u.context().width);
      if (report.recording) {
        const auto& cycles = report.recording->contexts[id].cycles;
        for (std::size_t a = 0; a < activities; ++a) row.cycles[a] += cycles[a];
      }
      if (first.role != Role::Compute) continue;
      const auto operations = static_cast<std::int64_t>(u.context().operations.back().size());
      row.operations += u.books.activeLanes * operations;
      report.vectorOperations += u.books.firings * operations;
    }
    report.laneOperations += row.operations;
    row.contexts = std::move(copies);
    report.units.push_back(std::move(row));
  }
  report.busiest = busiestOf(report.units, mapping_);
}

Report Simulation::run(const Options& options) {
  Watchdog watchdog(engine_, mapping_, options.watchdogCycles);
  auto watched = options;
  watched.cancelled = [&] {
    watchdog.check();
    return options.cancelled && options.cancelled();
  };
  std::optional<Recorder> recorder;
  if (options.records) engine_.recorder = &recorder.emplace(engine_, mapping_);
  engine_.run(watched);
  engine_.recorder = nullptr;
  checkEnd();
  Report report;
  report.cycles = engine_.dramDoneAt;
  std::map<std::string, Word> argumentsOut;
  for (std::size_t i = 0; i < mapping_.contexts.size(); ++i) {
    report.cycles = std::max(report.cycles, unit(i).doneAt);
    if (const auto* context = dynamic_cast<const ContextUnit*>(engine_.units[i].get())) {
      for (const auto& [name, word] : context->argumentsOut) argumentsOut[name] = word;
    }
  }
  report.seconds = static_cast<double>(report.cycles) / (engine_.machine.clockGhz * 1e9);
  report.readBytes = engine_.reads * Dram::burstBytes;
  report.writeBytes = engine_.writes * Dram::burstBytes;
  report.dram = dram_.stats();
  if (recorder) report.recording = std::make_shared<const Recording>(recorder->finish(report.cycles));
  count(report);
  report.output = host_.finish(engine_.drams, argumentsOut);
  return report;
}

}  // namespace

double UnitRow::lanesAtWork() const {
  const auto slots = static_cast<double>(counters.active) * lanes;
  return slots > 0 ? std::min(1.0, static_cast<double>(activeLanes) / slots) : 0;
}

Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                Dram& dram, bool isIdeal, const Options& options) {
  if (machine.pcu.lanes > static_cast<int>(maxLanes)) {
    failUnsupported(fmt::format("a machine with {}", counted(machine.pcu.lanes, "lane")), {}, {},
                    "simulate at most 16");
  }
  return Simulation(mapping, files, machine, dram, isIdeal).run(options);
}

Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                const machine::MemorySystem& memory, const Options& options) {
  const auto dram = makeDram(memory, machine.clockGhz);
  return simulate(mapping, files, machine, *dram, memory.ideal, options);
}

}  // namespace stardust::sim
