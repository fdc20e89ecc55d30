#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/target.h"
#include "driver/targets/accelerator.h"
#include "driver/targets/cpu.h"
#include "driver/targets/gpu.h"
#include "driver/targets/mpi.h"
#include "driver/targets/oracle.h"
#include "driver/targets/sam.h"

namespace stardust::driver {

const std::vector<const Backend*>& backends() {
  static const CapstanBackend capstan;
  static const InterpretBackend interpret;
  static const OracleBackend oracle;
  static const CpuBackend cpu;
  static const GpuBackend gpu;
  static const SamBackend sam;
  static const MpiBackend mpi;
  static const std::vector<const Backend*> all = {&capstan, &interpret, &oracle, &cpu, &gpu, &sam, &mpi};
  return all;
}

namespace {

template <class Is>
const Backend* find(const Is& is) {
  const auto found = std::find_if(backends().begin(), backends().end(), [&](const Backend* b) { return is(*b); });
  return found == backends().end() ? nullptr : *found;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Backend* backend : backends()) all.emplace_back(backend->target().name());
  return all;
}

}  // namespace

std::string targetNames() {
  const std::vector<std::string> all = names();
  std::string text = all.front();
  for (std::size_t n = 1; n < all.size(); ++n) text += (n + 1 == all.size() ? " or " : ", ") + all[n];
  return text;
}

std::string targetsThatCompile() {
  std::vector<std::string> flags, languages;
  for (const Backend* backend : backends()) {
    const auto language = backend->language();
    if (!language || std::find(languages.begin(), languages.end(), language->name) != languages.end()) continue;
    languages.push_back(language->name);
    flags.push_back(fmt::format("--target={}", backend->target().name()));
  }
  return fmt::format("{}", fmt::join(flags, " or "));
}

const Backend& backendCalled(const std::string& name) {
  if (const Backend* found = find([&](const Backend& b) { return b.target().name() == name; })) return *found;
  const auto similar = nearest(name, names());
  failUser(fmt::format("there is no target '{}'", name), {}, {},
           similar ? fmt::format("did you mean {}? There are {}", *similar, fmt::join(names(), ", ")) : targetNames());
}

std::vector<Flag> targetFlags() {
  std::vector<Flag> all;
  for (const Backend* target : backends()) {
    auto at = all.begin();  // behind the preceding known flag
    for (const Flag& flag : target->flags()) {
      const auto found =
          std::find_if(all.begin(), all.end(), [&](const Flag& known) { return known.name == flag.name; });
      at = (found != all.end() ? found : all.insert(at, flag)) + 1;
    }
  }
  return all;
}

const std::vector<std::string>& textParts() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Backend* target : backends()) {
      auto at = all.end();  // in front of the next known part
      const std::vector<TextPart> parts = target->parts();
      for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const auto found = std::find(all.begin(), all.end(), part->name);
        at = found != all.end() ? found : all.insert(at, part->name);
      }
    }
    return all;
  }();
  return names;
}

const Backend& backendOf(Target target) { return backendCalled(std::string(target.name())); }

const Backend& backendTaking(const std::string& flag) {
  const Backend* found = find([&](const Backend& b) { return b.takes(flag); });
  require(found, "every flag is of some target");
  return *found;
}

}  // namespace stardust::driver
