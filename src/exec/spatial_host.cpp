#include "exec/spatial_host.h"

#include "spatial/arithmetic.h"

namespace stardust::spatial::run {

HostSide::HostSide(const Program& program, const HostFiles& files, Machine& machine, Scopes& scopes)
    : host_(program, files),
      machine_(machine),
      firstDram_(static_cast<std::uint32_t>(machine.memories.size())),
      firstArgOut_(static_cast<std::uint32_t>(machine.scalars.size())) {
  for (const auto& parameter : program.parameters) {
    const auto word = wordOf(Literal{Type::Int, static_cast<double>(parameter.value)}, Type::Int);
    if (!word) continue;  // only a size can be this large, and sizes are computed in 64 bits
    scopes.define(parameter.name, {Entity::Kind::Constant, Type::Int, *word}, {});
  }
  for (const auto& argument : host_.arguments()) {
    scopes.define(argument.name, {Entity::Kind::Constant, argument.type, argument.value}, argument.where);
  }
  Symbol symbol = 0;
  for (const auto& result : host_.argOuts()) {
    const auto slot = static_cast<std::uint32_t>(machine.scalars.size());
    machine.scalars.push_back(0);
    scopes.define(result.name, {Entity::Kind::ArgOut, result.type, slot, symbol++}, result.where);
  }
  for (const auto& dram : host_.drams()) {
    const auto index = static_cast<std::uint32_t>(machine.memories.size());
    auto& memory = machine.memories.emplace_back(dram.name, dram.size, machine.storage);
    scopes.define(dram.name, {Entity::Kind::Dram, dram.type, index, symbol++}, dram.where);
    if (!dram.set) continue;
    // backward, so that the memory grows once
    for (std::size_t i = dram.set->size(); i-- > 0;) memory.write(i, (*dram.set)[i]);
  }
}

RunOutput HostSide::finish() {
  return host_.finish({
      [&](std::size_t dram, std::uint64_t index) {
        const auto& memory = machine_.memories[firstDram_ + dram];
        return memory.isWritten(index) ? &memory.at(index) : nullptr;
      },
      [&](std::size_t dram) { return machine_.memories[firstDram_ + dram].contents(); },
      [&](std::size_t argOut) { return machine_.scalars[firstArgOut_ + argOut]; },
  });
}

}  // namespace stardust::spatial::run
