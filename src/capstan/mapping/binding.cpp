#include "capstan/mapping/binding.h"

#include <algorithm>
#include <utility>

#include "capstan/resources/unit_counts.h"

namespace stardust::capstan {
namespace {

bool needsPcu(const Context& context) {
  switch (context.role) {
    case Role::Scan:
    case Role::BitVector:
    case Role::Merge: return true;
    default: return context.usesFloat();
  }
}

std::int64_t memoryUnits(const Mapping& mapping, const Machine& machine) {
  std::int64_t units = 0;
  const auto reads = readsOf(mapping);
  for (Id id = 0; id < mapping.memories.size(); ++id) {
    const auto& memory = mapping.memories[id];
    const std::int64_t copies = memory.kind == spatial::MemoryKind::Sram ? std::max<std::int64_t>(1, reads[id]) : 1;
    units += copies * pmusOf(memory, machine);
  }
  for (const auto& channel : mapping.channels) units += pmusOf(channel, machine);
  return units;
}

}  // namespace

std::vector<UnitKind> bind(const Mapping& mapping, const Machine& machine) {
  const auto units = [&](const Context& context) { return computeUnitsOf(context, mapping, machine); };
  std::int64_t onPcus = 0;
  for (const auto& context : mapping.contexts) onPcus += needsPcu(context) ? units(context) : 0;
  const std::int64_t onPmus = memoryUnits(mapping, machine);
  const bool isPcuFirst = onPcus < onPmus;
  const auto first = isPcuFirst ? UnitKind::Pcu : UnitKind::Pmu;
  const auto second = isPcuFirst ? UnitKind::Pmu : UnitKind::Pcu;
  std::int64_t roomOfFirst = machine.grid.pcu - onPcus, roomOfSecond = machine.grid.pmu - onPmus;
  if (!isPcuFirst) std::swap(roomOfFirst, roomOfSecond);

  std::vector<UnitKind> kinds;
  kinds.reserve(mapping.contexts.size());
  for (const auto& context : mapping.contexts) {
    if (needsPcu(context)) {
      kinds.push_back(UnitKind::Pcu);
      continue;
    }
    const std::int64_t needed = units(context);
    const bool isSecond = needed > roomOfFirst && needed <= roomOfSecond;
    kinds.push_back(isSecond ? second : first);
    (isSecond ? roomOfSecond : roomOfFirst) -= needed;
  }
  return kinds;
}

}  // namespace stardust::capstan
