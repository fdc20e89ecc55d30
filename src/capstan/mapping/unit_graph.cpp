#include "capstan/mapping/unit_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/context_builder.h"
#include "capstan/mapping/copies.h"
#include "support/diagnostic.h"

namespace stardust::capstan {

UnitGraph::UnitGraph(const spatial::Program& program, const Machine& machine) : program_(program), machine_(machine) {}
UnitGraph::~UnitGraph() = default;

Id UnitGraph::enroll(ContextBuilder& builder) {
  builders_.push_back(&builder);
  if (builders_.size() > maxUnits) {
    failUnsupported("the loops of this program have more than 65,536 units", {}, {}, "lower par");
  }
  return static_cast<Id>(builders_.size() - 1);
}

ContextBuilder& UnitGraph::keep(std::unique_ptr<ContextBuilder> unit) {
  kept_.push_back(std::move(unit));
  return *kept_.back();
}

Id UnitGraph::newChannel(Channel channel) {
  mapping.channels.push_back(std::move(channel));
  return static_cast<Id>(mapping.channels.size() - 1);
}

void UnitGraph::produce(Id channel, Id context, Id width, const Location& where) {
  auto& target = mapping.channels[channel];
  if (target.producer == none) {
    target.producer = context;
    target.inWidth = width;
    return;
  }
  // Two enqs of one body would alternate in each iteration.
  auto& others = target.laterProducers;
  if (context == target.producer || std::find(others.begin(), others.end(), context) != others.end()) {
    failUnsupported(fmt::format("FIFO {} is given elements twice in one body of primitives", target.origin.name), where,
                    {}, "give them in loops of their own, one after the other");
  }
  if (others.empty()) uses_.push_back({channel, MemoryUse::Of::Fifo, target.producer, true});
  uses_.push_back({channel, MemoryUse::Of::Fifo, context, true});
  others.push_back(context);
  target.inWidth = std::max(target.inWidth, width);
}

void UnitGraph::use(Id memory, Id context, bool isWrite) {
  if (const auto dram = mapping.memories[memory].dram; dram != none) return useDram(dram, context, isWrite);
  uses_.push_back({memory, MemoryUse::Of::Memory, context, isWrite});
}

Mapping UnitGraph::finished() {
  for (auto* builder : builders_) mapping.contexts.push_back(std::move(builder->context));
  mapping.program = program_;
  return std::move(mapping);
}

}  // namespace stardust::capstan
