#include "capstan/placement/placement_graph.h"

#include "capstan/mapping/binding.h"
#include "capstan/resources/unit_counts.h"

namespace stardust::capstan {
namespace {

constexpr std::int64_t perLevel = 4;  // assumed iterations per loop: routes of inner loops weigh more
constexpr Id deepest = 4;             // nesting levels with an effect on the weight

class Builder {
 public:
  Builder(const Mapping& mapping, const Machine& machine)
      : mapping_(mapping), machine_(machine), kinds_(bind(mapping, machine)) {}

  PlacementGraph run() {
    for (Id id = 0; id < mapping_.memories.size(); ++id) addShared(id);
    for (Id id = 0; id < mapping_.contexts.size(); ++id) addChain(id);
    for (Id id = 0; id < mapping_.memories.size(); ++id) addUnusedMemory(id);
    for (Id id = 0; id < mapping_.channels.size(); ++id) addChannel(id);
    return std::move(graph_);
  }

 private:
  Id add(PlacedUnit unit) {
    if (unit.context != none) unit.body = bodyOf(mapping_.contexts[unit.context]);
    graph_.units.push_back(unit);
    graph_.ways.emplace_back();
    return static_cast<Id>(graph_.units.size() - 1);
  }
  void connect(Id a, Id b, std::int64_t weight) {
    if (a == b) return;
    graph_.ways[a].push_back({b, weight});
    graph_.ways[b].push_back({a, weight});
  }
  /// Adds adjacent units. Returns the first one.
  Id addGroup(const PlacedUnit& unit, std::int64_t count, std::int64_t weight) {
    const Id first = add(unit);
    for (Id last = first; --count > 0;) {
      const Id next = add(unit);
      connect(last, next, weight);
      last = next;
    }
    return first;
  }

  /// Adds the units of a memory that all its accesses share.
  void addShared(Id id) {
    const auto& memory = mapping_.memories[id];
    shared_.emplace_back();
    const bool isInDram = memory.kind == spatial::MemoryKind::SparseDram;
    const std::int64_t count = isInDram                                   ? generatorsOf(memory)
                               : memory.kind == spatial::MemoryKind::Sram ? 0
                                                                          : pmusOf(memory, machine_);
    for (std::int64_t i = 0; i < count; ++i) {
      shared_.back().push_back(add({isInDram ? UnitKind::Mc : UnitKind::Pmu, none, id, none}));
    }
  }

  void addChain(Id id) {
    const auto& context = mapping_.contexts[id];
    auto& chain = graph_.chains.emplace_back();
    const auto weight = 2 * weightAt(context.depth());
    for (auto i = chainUnitsOf(context, mapping_, machine_); i > 0; --i)
      chain.push_back(add({kinds_[id], id, none, none}));
    switch (context.role) {
      case Role::SramRead: chain.push_back(addCopy(id, weight)); break;
      case Role::SparseAccess: {
        const auto& parts = shared_[context.memory];
        chain.push_back(parts[bodyOf(context) % parts.size()]);
        break;
      }
      case Role::Load:
      case Role::Store:
        chain.push_back(add({UnitKind::Mc, id, none, none}));
        if (context.role == Role::Store && context.memory != none)
          connect(besideStore(id, weight), chain.back(), weight);
        break;
      default:
        if (chain.empty()) chain.push_back(add({UnitKind::Control, id, none, none}));
    }
    for (std::size_t i = 1; i < chain.size(); ++i) connect(chain[i - 1], chain[i], weight);
    addAddresses(id);
  }

  /// Adds units that compute addresses for a generator. Their latency is part of the generator's (`ag.pipelineCycles`),
  /// so that any cell will do.
  void addAddresses(Id context) {
    const std::int64_t units = addressUnitsOf(mapping_.contexts[context], mapping_, machine_);
    if (units > 0)
      connect(addGroup({kinds_[context], context, none, none}, units, 1), graph_.chains[context].back(), 1);
  }

  /// Adds one reader's copy of an SRAM.
  Id addCopy(Id context, std::int64_t weight) {
    const auto memory = mapping_.contexts[context].memory;
    isRead_.resize(mapping_.memories.size());
    isRead_[memory] = true;
    return addGroup({UnitKind::Pmu, context, memory, none}, pmusOf(mapping_.memories[memory], machine_), weight);
  }
  /// A store reads its copy of an SRAM. From a sparse memory it takes the words in place, and the cells beside it stay
  /// free.
  Id besideStore(Id context, std::int64_t weight) {
    const Id first = addCopy(context, weight);
    const auto kind = mapping_.memories[mapping_.contexts[context].memory].kind;
    for (Id unit = first; unit < graph_.units.size(); ++unit)
      graph_.units[unit].isFree = kind != spatial::MemoryKind::Sram;
    return first;
  }
  /// An SRAM without reads still occupies its units.
  void addUnusedMemory(Id id) {
    isRead_.resize(mapping_.memories.size());
    const auto& memory = mapping_.memories[id];
    if (memory.kind == spatial::MemoryKind::Sram && !isRead_[id]) {
      addGroup({UnitKind::Pmu, none, id, none}, pmusOf(memory, machine_), 1);
    }
  }

  static std::int64_t weightAt(Id level) {
    std::int64_t weight = 1;
    for (Id i = 0; i < std::min(level, deepest); ++i) weight *= perLevel;
    return weight;
  }
  Id levelOf(Id channel) const {
    const auto& producer = mapping_.contexts[mapping_.channels[channel].producer];
    for (const auto& output : producer.outputs) {
      if (output.channel == channel) return output.level;
    }
    return producer.depth();
  }
  void addChannel(Id id) {
    const auto& channel = mapping_.channels[id];
    if (channel.producer == none) return;
    const auto weight = weightAt(levelOf(id)) * (channel.inWidth > 1 ? 2 : 1) * (channel.initial > 0 ? 2 : 1);
    const auto from = graph_.chains[channel.producer].back();
    for (const Id consumer : channel.consumers) {
      connect(from, graph_.chains[consumer].front(), weight);
      for (const Id later : channel.laterProducers)
        connect(graph_.chains[later].back(), graph_.chains[consumer].front(), weight);
    }
    if (const auto deep = pmusOf(channel, machine_); deep > 0) {
      connect(addGroup({UnitKind::Pmu, none, none, id}, deep, weight), from, weight);
    }
  }

  const Mapping& mapping_;
  const Machine& machine_;
  const std::vector<UnitKind> kinds_;  // indexed by context
  PlacementGraph graph_;
  std::vector<std::vector<Id>> shared_;  // indexed by memory
  std::vector<bool> isRead_;             // by memory: an SRAM with reads
};

}  // namespace

PlacementGraph placementGraph(const Mapping& mapping, const Machine& machine) {
  return Builder(mapping, machine).run();
}

}  // namespace stardust::capstan
