#include "capstan/resources/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "capstan/mapping/binding.h"
#include "capstan/mapping/unit_names.h"
#include "capstan/resources/unit_counts.h"
#include "support/plural.h"

namespace stardust::capstan {
namespace {

using spatial::MemoryKind;

void add(Units& sum, const Units& units) {
  sum.pcu += units.pcu;
  sum.pmu += units.pmu;
  sum.mc += units.mc;
  sum.shuffle += units.shuffle;
}

class Count {
 public:
  Count(const Mapping& mapping, const Machine& machine)
      : mapping_(mapping), machine_(machine), reads_(readsOf(mapping)) {
    resources_.available = {machine.grid.pcu, machine.grid.pmu, machine.grid.mc, machine.grid.shuffleNetworks};
  }
  Resources run() {
    const auto kinds = bind(mapping_, machine_);
    for (Id id = 0; id < mapping_.contexts.size(); ++id) count(mapping_.contexts[id], kinds[id]);
    for (Id id = 0; id < mapping_.memories.size(); ++id) count(id);
    for (const auto& channel : mapping_.channels) count(channel);
    return std::move(resources_);
  }

 private:
  void row(const Origin& origin, const std::string& does, const std::string& why, Units units) {
    if (units.pcu + units.pmu + units.mc + units.shuffle == 0) return;
    add(resources_.used, units);
    const auto& serves = nameOf(origin);
    const auto [entry, isNew] = rows_.try_emplace({serves, does, why}, resources_.rows.size());
    if (isNew) {
      resources_.rows.push_back({serves, does, why, 1, units});
      return;
    }
    auto& known = resources_.rows[entry->second];
    ++known.copies;
    add(known.units, units);
  }

  void count(const Context& context, UnitKind kind) {
    const auto on = [&](std::int64_t units) {
      return kind == UnitKind::Pcu ? Units{units, 0, 0, 0} : Units{0, units, 0, 0};
    };
    const auto& origin = servedBy(mapping_, context);
    const auto* const does = workOf(context);
    if (context.role == Role::Load || context.role == Role::Store) row(origin, does, "address generator", {0, 0, 1, 0});
    row(origin, does, whyComputed(context), on(chainUnitsOf(context, mapping_, machine_)));
    row(origin, does, context.role == Role::SparseAccess ? "addresses in DRAM" : "alignment of a tile",
        on(addressUnitsOf(context, mapping_, machine_)));
  }

  static const char* whyComputed(const Context& context) {
    switch (context.role) {
      case Role::SramRead:
      case Role::SparseAccess: return context.usesFloat() ? "operand" : "address";
      case Role::Scan: return "scanner of two bit vectors";
      case Role::BitVector: return "builder of bit vectors";
      case Role::Merge: return "tree of mergers";
      default: return "compute";
    }
  }

  void count(Id id) {
    const auto& memory = mapping_.memories[id];
    const std::int64_t units = pmusOf(memory, machine_);
    switch (memory.kind) {
      case MemoryKind::Sram: {
        const auto reads = reads_[id];
        row(memory.origin, kindOf(memory),
            fmt::format("{} x {} for {}{}", memory.buffers, counted(memory.words, "word"), reads > 1 ? "each of " : "",
                        counted(reads, "read")),
            {0, std::max<std::int64_t>(1, reads) * units, 0, 0});
        break;
      }
      case MemoryKind::SparseSram:
        noteCapacity(memory, machine_.wordsOfPmu());
        row(memory.origin, kindOf(memory), "sparse memory", {0, units, 0, 0});
        break;
      case MemoryKind::SparseParSram:
      case MemoryKind::SparseParSramSwizzle:
        noteCapacity(memory, machine_.wordsOfPmu() * units);
        row(memory.origin, kindOf(memory),
            fmt::format("sparse memory in {}{}", counted(units, "part"), rounded(memory, units)), {0, units, 0, units});
        break;
      case MemoryKind::SparseDram: {
        const std::int64_t generators = generatorsOf(memory);
        row(memory.origin, kindOf(memory), "random access to DRAM" + rounded(memory, generators),
            {0, 0, generators, 0});
        break;
      }
      case MemoryKind::Reg:
      case MemoryKind::Fifo: break;
    }
  }

  // Networks and address generators for random access connect a power of two of bodies.
  static std::string rounded(const Memory& memory, std::int64_t to) {
    return memory.par == static_cast<Id>(to) ? "" : fmt::format(": {} rounded up to a power of two", memory.par);
  }

  void noteCapacity(const Memory& memory, std::int64_t words) {
    if (memory.words <= words || resources_.tooLarge) return;
    resources_.tooLarge = Diagnostic{Family::Unsupported,
                                     fmt::format("{} has {}, but its memory units hold {}", memory.origin.name,
                                                 counted(memory.words, "word"), words),
                                     memory.origin.where, "sparse memories are not split over more units",
                                     "keep the array in DRAM, or tile the loop"};
  }

  void count(const Channel& channel) {
    row(channel.origin, "FIFO", fmt::format("FIFO of {}", counted(channel.depth, "vector")),
        {0, pmusOf(channel, machine_), 0, 0});
  }

  const Mapping& mapping_;
  const Machine& machine_;
  const std::vector<std::int64_t> reads_;  // indexed by memory
  Resources resources_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> rows_;
};

/// The greatest number of copies of the outer loops, up to the program's, for which the units suffice.
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
      if (!isUsed[id]) memory.kind = MemoryKind::Reg;  // keeps its number, but needs no units
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
  Id most = 0, tooMany = par + 1;  // resource use grows with the number of copies
  while (tooMany - most > 1) {
    const Id middle = most + (tooMany - most) / 2;
    (fits(middle) ? most : tooMany) = middle;
  }
  return most;
}

}  // namespace

Resources resourcesOf(const Mapping& mapping, const Machine& machine) { return Count(mapping, machine).run(); }

std::optional<Shortage> shortageOf(const Resources& resources, const Machine& machine) {
  const auto of = [&](const char* name, std::int64_t Units::*unit) -> std::optional<Shortage> {
    const std::int64_t need = resources.used.*unit, have = resources.available.*unit;
    if (need <= have) return std::nullopt;
    const auto most =
        std::max_element(resources.rows.begin(), resources.rows.end(),
                         [&](const ResourceRow& a, const ResourceRow& b) { return a.units.*unit < b.units.*unit; });
    return Shortage{fmt::format("the program needs {} {}, but {} has {}", need, name, machine.name, have),
                    fmt::format("the largest share, {}, serves {} ({})", (*most).units.*unit, most->serves, most->why)};
  };
  if (const auto mcs = of("MCs (DRAM address generators)", &Units::mc)) return mcs;
  if (const auto networks = of("shuffle networks", &Units::shuffle)) return networks;
  if (const auto pmus = of("PMUs", &Units::pmu)) return pmus;
  return of("PCUs", &Units::pcu);
}

bool fits(const Resources& resources, const Machine& machine) {
  return !resources.tooLarge && !shortageOf(resources, machine);
}

void requireRoom(const Resources& resources) {
  if (resources.tooLarge) throw Error(*resources.tooLarge);
}

void requireFits(const Mapping& mapping, const Machine& machine) {
  const Resources resources = resourcesOf(mapping, machine);
  requireRoom(resources);
  const auto shortage = shortageOf(resources, machine);
  if (!shortage) return;
  const auto par = largestPar(mapping, machine);
  failUnsupported(
      shortage->what, {}, shortage->why,
      par > 0
          ? fmt::format("environment(outerPar, {}) at most", par)
          : std::string(
                "it does not fit even without outer parallelisation; compute parts of the expression into tensors of their own"));
}

}  // namespace stardust::capstan
