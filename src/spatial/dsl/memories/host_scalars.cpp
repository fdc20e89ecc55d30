#include "spatial/dsl/memories/host_scalars.h"

#include <algorithm>

#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {
namespace {

/// A scalar that the host reads.
bool isResult(Memory::Kind kind) { return kind == Memory::Kind::ArgOut || kind == Memory::Kind::HostIO; }

}  // namespace

/// An ArgOut or HostIO that Accel reads back, in this iteration of a loop or the next, gets a Reg that holds its value.
void HostScalars::addResultRegs() {
  for (const auto& memory : all_) {
    memory->state = nullptr;
    memory->isRead = memory->isSet = false;
    if (!isResult(memory->kind) || !m_.decisions.isNoted(memory->where)) continue;
    const auto held = m_.declarations.reg(memory->name + "_held", memory->type,
                                          makeNumber(memory->type, std::int64_t{0}), memory->where);
    if (memory->kind == Memory::Kind::HostIO) m_.access.set(held, memory, memory->where);  // the host's value
    memory->state = held;
  }
}

spatial::Body HostScalars::withHostValues(spatial::Body accel) const {
  spatial::Body given;
  for (const auto& memory : all_) {
    if (memory->kind != Memory::Kind::HostIO || !memory->isSet) continue;
    const auto result = memory->name + "_out";
    const auto isSetAlways = std::any_of(accel.begin(), accel.end(), [&](const spatial::Stmt& stmt) {
      const auto* set = std::get_if<spatial::Set>(&stmt->kind);
      return set && set->reg == result && !set->enable;
    });
    if (!isSetAlways)
      given.push_back(spatial::Stmt({spatial::Set{result, nameExpr(memory->name, memory->where)}, {}, memory->where}));
  }
  accel.insert(accel.begin(), given.begin(), given.end());
  return accel;
}

void HostScalars::endStaging() {
  for (const auto& memory : all_) {
    if (isResult(memory->kind) && memory->isRead && memory->isSet)
      m_.note(memory, "kept in a Reg", "Accel sets and reads it");
  }
}

std::optional<std::int64_t> HostScalars::argumentOf(const std::string& name) const {
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const MemoryRef& memory) { return memory->name == name; });
  const bool isArgument =
      found != all_.end() && (*found)->kind == Memory::Kind::ArgIn && (*found)->type.kind == NumberType::Kind::Fixed;
  return isArgument ? std::optional(static_cast<std::int64_t>(spatial::intOf((*found)->word))) : std::nullopt;
}

}  // namespace stardust::dsl
