#include "capstan/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace stardust::capstan {
namespace {

using spatial::MemoryKind;

int ceilDiv(std::int64_t a, std::int64_t b) { return static_cast<int>((a + b - 1) / b); }
int powerOfTwo(Id n) { return static_cast<int>(std::bit_ceil(n)); }

void add(Units& sum, const Units& units) {
  sum.pcu += units.pcu;
  sum.pmu += units.pmu;
  sum.mc += units.mc;
  sum.shuffle += units.shuffle;
}

class Count {
 public:
  Count(const Mapping& mapping, const Machine& machine) : mapping_(mapping), machine_(machine) {
    resources_.available = {machine.grid.pcu, machine.grid.pmu, machine.grid.mc, machine.grid.shuffleNetworks};
  }
  Resources run() {
    reads_.resize(mapping_.memories.size());
    for (const auto& context : mapping_.contexts) {
      if (context.memory != none)
        reads_[context.memory] += context.role == Role::SramRead || context.role == Role::Store;
      count(context);
    }
    for (Id id = 0; id < mapping_.memories.size(); ++id) count(id);
    for (const auto& channel : mapping_.channels) count(channel);
    return std::move(resources_);
  }

 private:
  void row(const Origin& origin, const std::string& why, Units units) {
    if (units.pcu + units.pmu + units.mc + units.shuffle == 0) return;
    add(resources_.used, units);
    const auto [entry, isNew] =
        rows_.try_emplace({origin.where ? origin.where.span.begin : 0, origin.name + why}, resources_.rows.size());
    if (isNew) {
      resources_.rows.push_back({origin.name, why, origin.note, 1, units});
      return;
    }
    auto& known = resources_.rows[entry->second];
    ++known.copies;
    add(known.units, units);
  }

  void count(const Context& context) {
    const auto stages = static_cast<std::int64_t>(machine_.pcu.stages);
    auto operations = static_cast<std::int64_t>(context.operationCount());
    switch (context.role) {
      case Role::Compute: {
        for (const auto& output : context.outputs) operations += output.kind == Output::Kind::Reduced;
        row(context.origin, "compute", {std::max(1, ceilDiv(operations, stages)), 0, 0, 0});
        break;
      }
      case Role::SramRead:
      case Role::SparseAccess:  // addresses are computed in the PMU, as far as its integer stages go
        if (context.usesFloat()) {
          row(context.origin, "operand", {ceilDiv(operations, stages), 0, 0, 0});
        } else if (operations > machine_.pmu.addressStages) {
          row(context.origin, "address", {ceilDiv(operations - machine_.pmu.addressStages, stages), 0, 0, 0});
        }
        break;
      case Role::Load:
      case Role::Store:
        row(context.origin, "address generator", {0, 0, 1, 0});
        break;
      case Role::Join:  // tokens meet in the control of the network
        break;
      case Role::Scan:  // a scan of one vector is done by the counters of whoever walks it
        if (context.vectors.size() > 1) row(context.origin, "scanner of two bit vectors", {1, 0, 0, 0});
        break;
      case Role::BitVector:
        row(context.origin, "builder of bit vectors", {1, 0, 0, 0});
        break;
    }
  }

  void count(Id id) {
    const auto& memory = mapping_.memories[id];
    const auto pmuWords = machine_.pmu.words();
    switch (memory.kind) {
      case MemoryKind::Sram: {
        const auto reads = reads_[id];
        const auto each = ceilDiv(memory.words * memory.buffers, pmuWords);
        row(memory.origin, fmt::format("{} x {} words for each of {} reads", memory.buffers, memory.words, reads),
            {0, std::max(1, reads) * std::max(1, each), 0, 0});
        break;
      }
      case MemoryKind::SparseSram:
        requireCapacity(memory, pmuWords);
        row(memory.origin, "sparse memory", {0, 1, 0, 0});
        break;
      case MemoryKind::SparseParSram:
      case MemoryKind::SparseParSramSwizzle: {
        const int parts = powerOfTwo(memory.par);
        requireCapacity(memory, pmuWords * parts);
        row(memory.origin, fmt::format("sparse memory in {} parts", parts), {0, parts, 0, parts > 1 ? parts : 0});
        break;
      }
      case MemoryKind::SparseDram:
        row(memory.origin, "random access to DRAM", {0, 0, powerOfTwo(memory.par), 0});
        break;
      case MemoryKind::Reg:
      case MemoryKind::Fifo:
        break;
    }
  }

  void requireCapacity(const Memory& memory, std::int64_t words) const {
    if (memory.words <= words) return;
    failUnsupported(
        fmt::format("{} has {} words, but its memory units hold {}", memory.origin.name, memory.words, words),
        memory.origin.where, "sparse memories are not split over more units",
        "keep the array in DRAM, or tile the loop");
  }

  void count(const Channel& channel) {
    if (channel.kind != Channel::Kind::Fifo) return;
    const auto width = std::max(channel.inWidth, channel.outWidth);
    const auto deepest = static_cast<Id>(width > 1 ? machine_.fifo.vectorDepth : 4 * machine_.fifo.scalarDepth);
    if (channel.depth <= deepest) return;
    row(channel.origin, fmt::format("FIFO of {} vectors", channel.depth),
        {0, ceilDiv(channel.words(), machine_.pmu.words()), 0, 0});
  }

  const Mapping& mapping_;
  const Machine& machine_;
  std::vector<int> reads_;  // by memory
  Resources resources_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> rows_;
};

/// The largest number of copies of the outer loops, of those of the program, with which all units suffice.
Id largestPar(const Mapping& mapping, const Machine& machine) {
  Id par = 1;
  for (const auto& context : mapping.contexts) {
    for (const auto& level : context.levels) par = std::max(par, level.copies);
  }
  const auto fits = [&](Id copies) {
    Mapping fewer;
    std::vector<bool> isUsed(mapping.memories.size());
    for (const auto& context : mapping.contexts) {
      const bool isKept = std::all_of(context.levels.begin(), context.levels.end(),
                                      [&](const Level& level) { return level.copy < copies; });
      if (!isKept) continue;
      fewer.contexts.push_back(context);
      if (context.memory != none) isUsed[context.memory] = true;
      for (const auto& write : context.writes) isUsed[write.memory] = true;
    }
    for (Id id = 0; id < mapping.memories.size(); ++id) {
      auto memory = mapping.memories[id];
      memory.par = std::min(memory.par, copies);
      if (!isUsed[id]) memory.kind = MemoryKind::Reg;  // keeps its number, needs nothing
      fewer.memories.push_back(memory);
    }
    for (const auto& channel : mapping.channels) {
      if (channel.producer == none) continue;
      const auto& levels = mapping.contexts[channel.producer].levels;
      if (std::all_of(levels.begin(), levels.end(), [&](const Level& level) { return level.copy < copies; })) {
        fewer.channels.push_back(channel);
      }
    }
    const auto used = resourcesOf(fewer, machine).used;
    return used.pcu <= machine.grid.pcu && used.pmu <= machine.grid.pmu && used.mc <= machine.grid.mc &&
           used.shuffle <= machine.grid.shuffleNetworks;
  };
  while (par > 0 && !fits(par)) --par;
  return par;
}

}  // namespace

Resources resourcesOf(const Mapping& mapping, const Machine& machine) { return Count(mapping, machine).run(); }

void requireFits(const Mapping& mapping, const Machine& machine) {
  const Resources resources = resourcesOf(mapping, machine);
  const Units &used = resources.used, &available = resources.available;
  const auto& rows = resources.rows;
  const auto check = [&](const char* name, int need, int have, int Units::*unit) {
    if (need <= have) return;
    const auto most = std::max_element(rows.begin(), rows.end(), [&](const ResourceRow& a, const ResourceRow& b) {
      return a.units.*unit < b.units.*unit;
    });
    const auto par = largestPar(mapping, machine);
    failUnsupported(fmt::format("the program needs {} {}, but {} has {}", need, name, machine.name, have), {},
                    fmt::format("most of them, {}, serve {} ({})", (*most).units.*unit, most->user, most->why),
                    par > 0 ? fmt::format("environment(outerPar, {}) at most", par)
                            : std::string("it does not fit even without outer parallelisation; compute parts of the expression into tensors of their own"));
  };
  check("MCs (DRAM address generators)", used.mc, available.mc, &Units::mc);
  check("shuffle networks", used.shuffle, available.shuffle, &Units::shuffle);
  check("PMUs", used.pmu, available.pmu, &Units::pmu);
  check("PCUs", used.pcu, available.pcu, &Units::pcu);
}

}  // namespace stardust::capstan
