#include "tune/cost_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "capstan/machine/limits.h"
#include "capstan/mapping/banking.h"
#include "capstan/mapping/unit_names.h"
#include "capstan/resources/partition.h"
#include "sim/engine/dram.h"
#include "spatial/visit.h"
#include "tune/phases.h"

namespace stardust::tune {
namespace {

using capstan::Context;
using capstan::Id;
using capstan::Role;

class Model {
 public:
  Model(const capstan::Mapping& mapping, const Counts& counts, double share, const capstan::Machine& machine,
        const machine::MemorySystem& memory)
      : mapping_(mapping),
        counts_(counts),
        share_(share),
        machine_(machine),
        memory_(memory),
        statements_(mapping.program) {
    for (Id n = 0; n < mapping.contexts.size(); ++n) busy_.push_back(busyOf(mapping.contexts[n]));
  }

  Prediction predict();

 private:
  struct Phase {
    double cycles = 0, latency = 0, bursts = 0, rows = 0;
    std::string limit;
  };

  const Count* countAt(const Location& where) const {
    const std::size_t row = statements_.at(where);
    return row == Statements::none ? nullptr : &counts_.statements[row];
  }
  const Location& placeOf(const Context& context) const {
    return context.levels.empty() ? context.origin.where : mapping_.loops[context.levels.front().loop].where;
  }
  bool isLeafLoop(const Location& where) const {
    const std::size_t row = statements_.at(where);
    if (row == Statements::none) return false;
    const spatial::Body* body = spatial::bodyOf(*statements_.rows[row]);
    return body && spatial::isLeaf(*body);
  }

  double firingsAt(const Context& context, std::size_t depth) const;
  double lanesOf(const Context& context) const;
  double bodiesOf(const Context& context, std::size_t depth) const;
  double imbalanceOf(const Context& context) const;
  double busyOf(const Context& context) const;
  double totalOf(const Context& context) const;
  double transferOf(const Context& context) const;
  double accessOf(const Context& context) const;
  double latencyOf(const Context& context) const;
  double holdingOf(Id context) const;
  double durationAround(Id context, bool isProducer) const;
  void addUnits(std::vector<Phase>& phases) const;
  void addRounds(std::vector<Phase>& phases) const;
  void addTraffic(std::vector<Phase>& phases) const;
  void addLatencies(std::vector<Phase>& phases) const;
  double memoryCyclesOf(const Phase& phase) const;

  const capstan::Mapping& mapping_;
  const Counts& counts_;
  const double share_;
  const capstan::Machine& machine_;
  const machine::MemorySystem& memory_;
  const Statements statements_;
  std::vector<double> busy_;  ///< cycles of each context in one body
};

// Steps of a context's loops down to a depth, over all bodies: its firings, and a step for each loop without
// iterations.
double Model::firingsAt(const Context& context, std::size_t depth) const {
  double steps = 0, empty = 0;
  for (std::size_t level = 0; level < depth; ++level) {
    const Location& where = mapping_.loops[context.levels[level].loop].where;
    const Count* const count = countAt(where);
    if (!count) continue;
    const bool isNew =
        level == 0 || mapping_.loops[context.levels[level - 1].loop].where.span.begin != where.span.begin;
    if (isNew) empty += count->empty;
    steps = isLeafLoop(where) ? count->vectors : count->iterations;
  }
  return std::max(1.0, steps + empty);
}

// Active lanes of a firing.
double Model::lanesOf(const Context& context) const {
  if (context.levels.empty()) return 1;
  const Count* const count = countAt(mapping_.loops[context.levels.back().loop].where);
  return count && count->vectors > 0 ? count->iterations / count->vectors : 1;
}

double Model::bodiesOf(const Context& context, std::size_t depth) const {
  double bodies = 1;
  for (std::size_t level = 0; level < depth; ++level) {
    const Count* const count = countAt(mapping_.loops[context.levels[level].loop].where);
    const double copies = context.levels[level].copies;
    bodies *= count && count->iterations > 0 ? std::min(copies, count->iterations) : copies;
  }
  return bodies;
}

// The work of the busiest body, relative to their mean. A sample has fewer iterations for each body, whose sums
// therefore vary more: relatively by the root of the share.
double Model::imbalanceOf(const Context& context) const {
  for (const capstan::Level& level : context.levels) {
    const Count* const count = countAt(mapping_.loops[level.loop].where);
    if (level.copies <= 1 || !count || count->parts.size() < 2) continue;
    const std::size_t bodies = std::min<std::size_t>(level.copies, count->parts.size());
    std::vector<double> sums(bodies);
    for (std::size_t n = 0; n < count->parts.size(); ++n) sums[n % bodies] += count->parts[n];
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(bodies);
    if (mean <= 0) return 1;
    return 1 + (*std::max_element(sums.begin(), sums.end()) / mean - 1) * std::sqrt(share_);
  }
  return 1;
}

double Model::busyOf(const Context& context) const {
  return totalOf(context) / bodiesOf(context, context.depth()) * imbalanceOf(context);
}

// Cycles of a unit over all bodies.
double Model::totalOf(const Context& context) const {
  const double firings = firingsAt(context, context.depth());
  switch (context.role) {
    case Role::Compute: return firings;
    case Role::Join: return firings;
    case Role::SramRead: {
      if (capstan::isConflictFree(context, context.index)) return firings;
      return firings *
             meanOfFullestBin(static_cast<int>(std::lround(lanesOf(context))), static_cast<int>(machine_.pmu.banks));
    }
    case Role::SparseAccess: return accessOf(context);
    case Role::Load:
    case Role::Store: return transferOf(context);
    case Role::Scan: {
      const Count* const count = context.groups == capstan::none ? nullptr : countAt(context.origin.where);
      if (!count) return firings;
      const double windows = count->words * 32 / static_cast<double>(machine_.scanner.bitsPerCycle);
      const double outputs = count->vectors > 0 ? count->vectors : count->iterations;
      return std::max(windows, outputs + count->empty);
    }
    case Role::BitVector: {
      const Count* const count = countAt(context.origin.where);
      if (!count) return firings;
      const double coordinates = count->iterations / static_cast<double>(machine_.bitVector.coordinatesPerCycle);
      return std::max({firings, coordinates, count->words / static_cast<double>(capstan::wordsPerTile)});
    }
    case Role::Merge: return firings;
  }
  return firings;
}

// A command takes a cycle, and each burst that it touches as long as the generator moves it.
double Model::transferOf(const Context& context) const {
  const double commands = firingsAt(context, context.depth());
  const Count* const count = countAt(context.origin.where);
  if (!count) return commands;
  // Consecutive commands of one body share the burst between them; those of one body among several are not consecutive.
  const double bursts = bodiesOf(context, context.depth()) > 1 ? count->touched : count->bursts;
  const double moved = std::max(bursts * sim::Dram::burstBytes / static_cast<double>(machine_.ag.bytesPerCycle),
                                count->words / static_cast<double>(context.width));
  return std::max(commands, moved);
}

// Lanes with random addresses: at a memory unit, its allocator grants four fifths; in a shuffle network, lanes wait
// behind the heads of their queues (Karol, Hluchyj and Morgan 1987); at an address generator, it takes some a cycle.
double Model::accessOf(const Context& context) const {
  const double firings = firingsAt(context, context.depth());
  const double accesses = firings * lanesOf(context);
  const capstan::Memory& memory = mapping_.memories[context.memory];
  if (memory.kind == spatial::MemoryKind::SparseDram)
    return std::max(firings, accesses / static_cast<double>(machine_.ag.addressesPerCycle));
  const double banks = static_cast<double>(machine_.pmu.banks);
  const double bodies = std::max(1.0, static_cast<double>(memory.par));
  if (context.isOrdered) {
    const double conflicts = meanOfFullestBin(static_cast<int>(std::lround(lanesOf(context))), static_cast<int>(banks));
    return firings * conflicts * (context.isRmw ? bodiesOf(context, context.depth()) : 1);
  }
  const double heads = 2 - std::sqrt(2.0);
  const double granted = std::min(0.8, heads + (1 - heads) / bodies);
  return std::max(firings, accesses / (banks * granted));
}

double Model::latencyOf(const Context& context) const {
  const double route =
      memory_.ideal
          ? 0
          : static_cast<double>(machine_.network.fixedCycles + machine_.network.hopCycles * machine_.grid.rows / 4);
  const double clock = machine_.clockGhz;
  switch (context.role) {
    case Role::Compute:
      return route +
             static_cast<double>(capstan::pipelineOfInnermost(context, machine_.pcu).depth * machine_.pcu.stages);
    case Role::SramRead: return route + static_cast<double>(machine_.pmu.addressStages) + 1;
    case Role::SparseAccess:
      if (mapping_.memories[context.memory].kind != spatial::MemoryKind::SparseDram)
        return route + static_cast<double>(machine_.pmu.addressStages + machine_.spmu.latency);
      [[fallthrough]];
    case Role::Load: {
      if (memory_.ideal) return 1;
      const double device = memory_.timing.tRCD + memory_.timing.tCL + memory_.fixedLatencyNs;
      return route + device * clock + static_cast<double>(machine_.ag.pipelineCycles);
    }
    case Role::Join: return 1;
    default: return route + 1;
  }
}

// The units of a phase work on the same tiles at the same time. Each is the slowest for some of them, and the queues
// between them are short: the more units are busy, the longer all of them take. The sum of fourth powers is near the
// maximum where one unit is much slower than the others.
void Model::addUnits(std::vector<Phase>& phases) const {
  std::map<std::pair<std::size_t, Role>, double> slowest;  // of the copies of a statement
  std::vector<double> most(phases.size()), sums(phases.size());
  for (Id n = 0; n < mapping_.contexts.size(); ++n) {
    const Context& context = mapping_.contexts[n];
    const std::size_t top = statements_.topAt(placeOf(context));
    double& own = slowest[{context.origin.where.span.begin, context.role}];
    if (busy_[n] > own) {
      sums[top] += std::pow(busy_[n], 4) - std::pow(own, 4);
      own = busy_[n];
    }
    if (busy_[n] <= most[top]) continue;
    most[top] = busy_[n];
    phases[top].limit = capstan::nameOf(capstan::servedBy(mapping_, context)) + ": " + capstan::workOf(context);
  }
  for (std::size_t top = 0; top < phases.size(); ++top) phases[top].cycles = std::pow(sums[top], 0.25);
}

// Cycles in which a context holds the buffers of a tile. The bursts of a load arrive before it has a buffer, so that
// only the writing of its words counts.
double Model::holdingOf(Id context) const {
  const Context& own = mapping_.contexts[context];
  const Count* const count = own.role == Role::Load ? countAt(own.origin.where) : nullptr;
  if (!count) return busy_[context];
  const double vectors = std::max(firingsAt(own, own.depth()), count->words / static_cast<double>(own.width));
  return std::min(busy_[context], vectors / bodiesOf(own, own.depth()) * imbalanceOf(own));
}

// Cycles of a context, or of those behind a join, whose tokens go through it.
double Model::durationAround(Id context, bool isProducer) const {
  const Context& own = mapping_.contexts[context];
  if (own.role != Role::Join) return holdingOf(context);
  double longest = 0;
  if (isProducer) {
    for (const capstan::Input& input : own.inputs) {
      const Id producer = mapping_.channels[input.channel].producer;
      if (producer != capstan::none) longest = std::max(longest, holdingOf(producer));
    }
  } else {
    for (const capstan::Output& output : own.outputs)
      for (const Id consumer : mapping_.channels[output.channel].consumers)
        longest = std::max(longest, holdingOf(consumer));
  }
  return longest;
}

// Tokens that go round: a writer and a reader of a tile take turns, with as many tiles in flight as there are tokens.
void Model::addRounds(std::vector<Phase>& phases) const {
  for (const Context& context : mapping_.contexts)
    for (const capstan::Output& output : context.outputs) {
      const capstan::Channel& channel = mapping_.channels[output.channel];
      if (output.kind != capstan::Output::Kind::Token || channel.initial == 0 || output.level == 0) continue;
      const double rounds = firingsAt(context, output.level) / bodiesOf(context, output.level);
      const Id own = static_cast<Id>(&context - mapping_.contexts.data());
      for (const Id consumer : channel.consumers) {
        const Context& other = mapping_.contexts[consumer];
        if (other.watched == output.channel) continue;
        // The token of a read stays inside of its memory unit.
        const double reading =
            context.role == Role::SramRead ? static_cast<double>(machine_.pmu.addressStages) + 1 : latencyOf(context);
        const double latency = reading + (other.role == Role::Load ? 0 : latencyOf(other));
        const double cycles =
            (durationAround(own, true) + durationAround(consumer, false) + rounds * latency) / channel.initial;
        Phase& phase = phases[statements_.topAt(placeOf(context))];
        if (cycles <= phase.cycles) continue;
        phase.cycles = cycles;
        phase.limit = capstan::nameOf(channel.origin) + ": buffers";
      }
    }
}

void Model::addTraffic(std::vector<Phase>& phases) const {
  std::set<std::pair<std::size_t, std::string>> seen;
  std::set<std::string> drams;
  for (const Context& context : mapping_.contexts) {
    Phase& phase = phases[statements_.topAt(placeOf(context))];
    // A statement is counted once, whatever its number of bodies.
    if (!seen.emplace(context.origin.where.span.begin, context.origin.name).second) continue;
    if (context.role == Role::Load || context.role == Role::Store) {
      if (mapping_.drams[context.dram].isStream) continue;
      const Count* const count = countAt(context.origin.where);
      if (!count) continue;
      phase.bursts += count->bursts;
      phase.rows += count->jumps + count->bursts * sim::Dram::burstBytes / static_cast<double>(memory_.rowBytes);
    } else if (context.role == Role::SparseAccess) {
      const capstan::Memory& memory = mapping_.memories[context.memory];
      if (memory.kind != spatial::MemoryKind::SparseDram || memory.dram == capstan::none) continue;
      const std::string& name = mapping_.drams[memory.dram].name;
      const auto accesses = counts_.accesses.find(name);
      if (accesses == counts_.accesses.end() || !drams.insert(name).second) continue;
      const double times = context.access == capstan::Access::Combine ? 2 : 1;
      phase.bursts += accesses->second.bursts * times;
      phase.rows += accesses->second.jumps;
    }
  }
}

// Cycles in which the DRAM moves the bursts and opens the rows of a phase.
double Model::memoryCyclesOf(const Phase& phase) const {
  if (memory_.ideal) return 0;
  const double bytesPerCycle = memory_.peakGbPerSecond() / machine_.clockGhz;
  const double ranks = static_cast<double>(memory_.channels * memory_.pseudoChannels * memory_.ranks);
  const double activation = std::max(memory_.timing.tRRDs, memory_.timing.tFAW / 4) * machine_.clockGhz / ranks;
  const double whole = static_cast<double>(memory_.timing.tREFI) / (memory_.timing.tREFI - memory_.timing.tRFC);
  return std::max(phase.bursts * sim::Dram::burstBytes / bytesPerCycle, phase.rows * activation) * whole;
}

// The longest path of latencies through the channels of each phase.
void Model::addLatencies(std::vector<Phase>& phases) const {
  std::vector<double> longest(mapping_.contexts.size(), -1);
  std::vector<bool> isOpen(mapping_.contexts.size());
  const auto phaseOf = [&](Id n) { return statements_.topAt(placeOf(mapping_.contexts[n])); };
  const auto visit = [&](const auto& self, Id n) -> double {
    if (longest[n] >= 0 || isOpen[n]) return std::max(0.0, longest[n]);
    isOpen[n] = true;
    double behind = 0;
    for (const capstan::Output& output : mapping_.contexts[n].outputs) {
      const capstan::Channel& channel = mapping_.channels[output.channel];
      if (channel.initial > 0) continue;
      for (const Id consumer : channel.consumers)
        if (phaseOf(consumer) == phaseOf(n)) behind = std::max(behind, self(self, consumer));
    }
    return longest[n] = behind + latencyOf(mapping_.contexts[n]);
  };
  for (Id n = 0; n < mapping_.contexts.size(); ++n) {
    Phase& phase = phases[phaseOf(n)];
    phase.latency = std::max(phase.latency, visit(visit, n));
  }
}

Prediction Model::predict() {
  Prediction prediction;
  if (statements_.tops.empty()) return prediction;
  std::vector<Phase> phases(statements_.tops.size());
  addUnits(phases);
  addRounds(phases);
  addTraffic(phases);
  addLatencies(phases);
  Phase all;
  std::vector<double> cycles;
  for (Phase& phase : phases) {
    const double moving = memoryCyclesOf(phase);
    if (moving > phase.cycles) phase.cycles = moving, phase.limit = "memory bandwidth";
    all.bursts += phase.bursts, all.rows += phase.rows;
    all.latency = std::max(all.latency, phase.latency);
    cycles.push_back(phase.cycles + phase.latency);
  }
  const std::size_t slowest =
      static_cast<std::size_t>(std::max_element(phases.begin(), phases.end(),
                                                [](const Phase& a, const Phase& b) { return a.cycles < b.cycles; }) -
                               phases.begin());
  prediction.limit = phases[slowest].limit;
  prediction.bytes = all.bursts * sim::Dram::burstBytes;
  prediction.cycles = longestChain(statements_.tops, cycles);
  const double moving = memoryCyclesOf(all) + all.latency;
  if (moving > prediction.cycles) prediction.cycles = moving, prediction.limit = "memory bandwidth";
  return prediction;
}

}  // namespace

Prediction predicted(const capstan::Mapping& mapping, const Counts& counts, double share,
                     const capstan::Machine& machine, const machine::MemorySystem& memory) {
  return Model(mapping, counts, share, machine, memory).predict();
}

double meanOfFullestBin(int balls, int bins) {
  if (balls <= 1) return balls;
  // The probability that no bin has more than `most`, by filling bin after bin: the ways to distribute labelled balls.
  double mean = 0;
  for (int most = 0; most < balls; ++most) {
    std::vector<double> ways(static_cast<std::size_t>(balls) + 1);
    ways[0] = 1;
    for (int bin = 0; bin < bins; ++bin)
      for (int filled = balls; filled >= 0; --filled) {
        double sum = 0, factor = 1;
        for (int own = 0; own <= std::min(most, filled); ++own) {
          if (own > 0) factor /= own;
          sum += ways[static_cast<std::size_t>(filled - own)] * factor;
        }
        ways[static_cast<std::size_t>(filled)] = sum;
      }
    mean += 1 - ways[static_cast<std::size_t>(balls)] * std::tgamma(balls + 1.0) / std::pow(bins, balls);
  }
  return mean;
}

double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto ranksOf = [](const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return values[x] < values[y]; });
    std::vector<double> ranks(values.size());
    for (std::size_t from = 0; from < order.size();) {
      std::size_t to = from;
      while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
      for (std::size_t n = from; n < to; ++n) ranks[order[n]] = static_cast<double>(from + to - 1) / 2;
      from = to;
    }
    return ranks;
  };
  const std::vector<double> x = ranksOf(a), y = ranksOf(b);
  const double mean = (static_cast<double>(a.size()) - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t n = 0; n < x.size(); ++n) {
    xy += (x[n] - mean) * (y[n] - mean);
    xx += (x[n] - mean) * (x[n] - mean);
    yy += (y[n] - mean) * (y[n] - mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace stardust::tune
