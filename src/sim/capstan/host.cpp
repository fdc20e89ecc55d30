#include "sim/capstan/host.h"

namespace stardust::sim {

Host::Host(const capstan::Mapping& mapping, const spatial::HostFiles& files) : host_(mapping.program, files) {
  for (const auto& argument : host_.arguments()) arguments[argument.name] = argument.value;
}

std::vector<Store> Host::drams() const {
  std::vector<Store> stores;
  for (const auto& dram : host_.drams()) {
    auto& store = stores.emplace_back(dram.name, static_cast<std::int64_t>(dram.size), 1);
    if (dram.set) store.load(*dram.set);
  }
  return stores;
}

spatial::RunOutput Host::finish(const std::vector<Store>& drams, const std::map<std::string, Word>& argumentsOut) {
  return host_.finish({
      [&](std::size_t dram, std::uint64_t index) { return drams[dram].find(static_cast<std::int64_t>(index), 0); },
      [&](std::size_t dram) { return drams[dram].all(); },
      [&](std::size_t argOut) {
        const auto found = argumentsOut.find(host_.argOuts()[argOut].name);
        return found == argumentsOut.end() ? Word{0} : found->second;
      },
  });
}

}  // namespace stardust::sim
