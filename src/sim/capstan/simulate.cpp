#include "sim/capstan/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "capstan/mapping/unit_names.h"
#include "capstan/resources/partition.h"
#include "capstan/resources/unit_counts.h"
#include "sim/capstan/bit_vector_unit.h"
#include "sim/capstan/context_unit.h"
#include "sim/capstan/host.h"
#include "sim/capstan/merge_unit.h"
#include "sim/capstan/sparse_dram.h"
#include "sim/capstan/sparse_memory.h"
#include "sim/capstan/transfer_unit.h"
#include "sim/dram/dram.h"
#include "sim/engine/deadlock.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::sim {
namespace {

using capstan::Context;
using capstan::Id;
using capstan::Role;

/// Cycles from a firing until its result leaves: the pipelines of its units, and the routes between them.
Cycle latencyOf(const Chip& chip, Id id) {
  const auto& d = chip.delays;
  const auto& mapping = chip.mapping;
  const auto& context = mapping.contexts[id];
  const auto inside = chip.network.inside(id);
  switch (context.role) {
    case Role::Compute: {  // units in parallel to others add no latency
      const auto pipeline = capstan::pipelineOfInnermost(context, chip.machine.pcu);
      const Cycle ways = capstan::chainUnitsOf(context, mapping, chip.machine) - 1;
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
    case Role::Scan:  // over one vector, the counters of its contexts scan it; over two, a separate unit
      return context.vectors.size() == 1 ? 1 : d.pipeline;
    case Role::BitVector: return d.pipeline;
    case Role::Merge: {  // a tree of two-way mergers
      const Cycle levels = std::max<Cycle>(1, std::bit_width(static_cast<unsigned>(context.ways.size() - 1)));
      const Cycle hops = capstan::chainUnitsOf(context, mapping, chip.machine) - 1;
      return d.pipeline * levels + (hops > 0 ? inside * (levels - 1) / hops : 0);
    }
  }
  return 1;
}

/// Capacity beyond the declared depth, which covers one unit: the pipelines of the other units, and the registers of
/// the switches on the route.
std::int64_t roomOnTheWay(const Chip& chip, Id id) {
  const auto& channel = chip.mapping.channels[id];
  const auto inUnits = latencyOf(chip, channel.producer) - chip.network.inside(channel.producer) - chip.delays.pipeline;
  return (std::max<Cycle>(0, inUnits) + chip.network.registers(id)) * channel.inWidth;
}

/// Computes Report::busiest.
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
        chip_(mapping, machine, isIdeal),
        engine_(dram, {machine.ag.mergeInFlight, machine.ag.postedWrites}, chip_.network.routes()),
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
  std::vector<Server> servers() const;
  void makeChannels();
  LoopUnit& unit(std::size_t i) { return static_cast<LoopUnit&>(*engine_.units[i]); }
  void checkEnd();
  void count(Report& report);

  const capstan::Mapping& mapping_;
  const bool isIdeal_;
  Host host_;
  Chip chip_;
  Engine engine_;
  Dram& dram_;
};

void Simulation::makeStores() {
  chip_.drams = host_.drams();
  std::uint64_t next = 0, random = 0x9E3779B97F4A7C15u;
  for (const auto& dram : chip_.drams) {  // each array at another offset of a row, and in another bank
    random = random * 6364136223846793005u + 1442695040888963407u;
    next += (random >> 40) % 4096 * Dram::burstBytes;
    chip_.dramBases.push_back(next);
    next += (static_cast<std::uint64_t>(dram.words()) * 4 + Dram::burstBytes) / Dram::burstBytes * Dram::burstBytes;
  }
  for (const auto& memory : mapping_.memories) {
    chip_.memories.emplace_back(memory.origin.name, memory.words, memory.buffers);
  }
}

std::unique_ptr<RandomMemory> Simulation::makeRandomMemory(Id number) const {
  const bool isOrdered = std::any_of(mapping_.contexts.begin(), mapping_.contexts.end(), [&](const Context& c) {
    return c.role == Role::SparseAccess && c.memory == number && c.isOrdered;
  });
  const auto& memory = mapping_.memories[number];
  if (memory.kind != spatial::MemoryKind::SparseDram) {
    return std::make_unique<SparseMemory>(chip_, number, isOrdered);
  }
  if (memory.dram == capstan::none) failUser(fmt::format("{} has no alias", memory.origin.name), memory.origin.where);
  return std::make_unique<SparseDram>(chip_, number, isOrdered, isIdeal_);
}

void Simulation::makeUnits() {
  std::vector<std::unique_ptr<RandomMemory>> random(mapping_.memories.size());
  for (const auto& context : mapping_.contexts) {
    if (context.role != Role::SparseAccess || random[context.memory]) continue;
    random[context.memory] = makeRandomMemory(context.memory);
  }
  for (Id i = 0; i < mapping_.contexts.size(); ++i) {
    const auto& context = mapping_.contexts[i];
    const auto latency = latencyOf(chip_, i);
    const auto& arguments = host_.arguments;
    switch (context.role) {
      case Role::Compute:
      case Role::SramRead:
      case Role::Join: engine_.add(std::make_unique<ContextUnit>(chip_, i, arguments, latency)); break;
      case Role::SparseAccess:
        engine_.add(std::make_unique<AccessUnit>(chip_, i, arguments, latency, *random[context.memory]));
        break;
      case Role::Load: engine_.add(std::make_unique<LoadUnit>(chip_, i, arguments, latency)); break;
      case Role::Store: engine_.add(std::make_unique<StoreUnit>(chip_, i, arguments, latency)); break;
      case Role::Scan: engine_.add(std::make_unique<ScanUnit>(chip_, i, arguments, latency)); break;
      case Role::BitVector: engine_.add(std::make_unique<BitVectorUnit>(chip_, i, arguments, latency)); break;
      case Role::Merge: engine_.add(std::make_unique<MergeUnit>(chip_, i, arguments, latency)); break;
    }
  }
  for (auto& memory : random) {
    if (memory) engine_.addServer(std::move(memory));
  }
}

/// The random-access memories, in the order in which they were added, each with the units that wait for it.
std::vector<Server> Simulation::servers() const {
  std::vector<std::vector<UnitId>> accesses(mapping_.memories.size());
  for (Id i = 0; i < mapping_.contexts.size(); ++i) {
    if (mapping_.contexts[i].role == Role::SparseAccess) accesses[mapping_.contexts[i].memory].push_back(i);
  }
  std::vector<Server> all;
  for (Id memory = 0; memory < accesses.size(); ++memory) {
    if (!accesses[memory].empty()) all.push_back({memory, std::move(accesses[memory])});
  }
  return all;
}

void Simulation::makeChannels() {
  for (Id i = 0; i < mapping_.channels.size(); ++i) {
    const auto& channel = mapping_.channels[i];
    const bool isFilled = channel.producer != capstan::none;
    const auto room = isFilled ? channel.words() + roomOnTheWay(chip_, i) : 0;
    if (room > (std::int64_t{1} << 26)) failUnsupported("a FIFO has more than 2^26 words", channel.origin.where);
    engine_.connect(channel.producer, channel.consumers, room);
    const Word token = 0;
    for (Id t = 0; isFilled && t < channel.initial; ++t) engine_.channels[i].give(&token, 1, 0);
  }
}

/// Names of units and channels as in the program.
Labels labelsOf(const capstan::Mapping& mapping) {
  const auto labelOf = [](const capstan::Origin& origin) { return Label{origin.name, origin.note, origin.where}; };
  Labels labels;
  for (const auto& context : mapping.contexts) labels.workers.push_back(labelOf(context.origin));
  for (const auto& channel : mapping.channels) {
    auto& all = labels.channels.emplace_back();
    all = {labelOf(channel.origin), channel.kind == capstan::Channel::Kind::Fifo, {}, channel.consumers};
    if (channel.producer != capstan::none) all.producers.push_back(channel.producer);
    all.producers.insert(all.producers.end(), channel.laterProducers.begin(), channel.laterProducers.end());
  }
  return labels;
}

[[noreturn]] void failTooLong(Cycle least, Cycle most) {
  failUnsupported(
      fmt::format("the run takes at least {}", counted(least, "cycle")), {},
      fmt::format("loops over dense levels, and scans, visit every coordinate, and a simulation has at most {} cycles",
                  most),
      "smaller extents, compressed levels (s) for those that loops visit, or --target=cpu");
}

/// Checks that all units are done and all FIFOs empty; otherwise reports the waiting units.
void Simulation::checkEnd() {
  for (std::size_t i = 0; i < mapping_.contexts.size(); ++i) {
    if (unit(i).isDone()) continue;
    failDeadlock(engine_, labelsOf(mapping_),
                 fmt::format("deadlock after {}: no unit can proceed", counted(engine_.now, "cycle")));
  }
  for (std::size_t i = 0; i < mapping_.channels.size(); ++i) {
    const auto& channel = mapping_.channels[i];
    if (channel.kind != capstan::Channel::Kind::Fifo || engine_.channels[i].held() == 0) continue;
    failWrong(fmt::format("{} of {} {} left at the end", counted(engine_.channels[i].held(), "element"),
                          channel.origin.name, plural(engine_.channels[i].held(), "is", "are")),
              channel.origin.where, "all elements of a FIFO must be taken");
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
        const auto& cycles = report.recording->workers[id].cycles;
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
  Watchdog watchdog(
      engine_, [&] { return labelsOf(mapping_); }, options.watchdogCycles);
  RunOptions watched = options;
  watched.refuse = [&](Cycle least) { failTooLong(least, options.maxCycles); };
  watched.cancelled = [&] {
    watchdog.check();
    return options.cancelled && options.cancelled();
  };
  std::optional<Recorder> recorder;
  if (options.records)
    engine_.recorder = &recorder.emplace(engine_, capstanActivities, servers(), mapping_.memories.size());
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
  report.seconds = static_cast<double>(report.cycles) / (chip_.machine.clockGhz * 1e9);
  report.readBytes = engine_.reads * Dram::burstBytes;
  report.writeBytes = engine_.writes * Dram::burstBytes;
  report.dram = dram_.stats();
  if (recorder)
    report.recording = std::make_shared<const Recording>(recorder->finish(report.cycles, capstan::copiesOf(mapping_)));
  count(report);
  report.output = host_.finish(chip_.drams, argumentsOut);
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
