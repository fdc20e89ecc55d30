#include "sim/engine/burst_map.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>

using namespace stardust;
using sim::BurstMap;

TEST_CASE("a map of bursts finds what was put in and not taken out, whatever their addresses have in common") {
  CHECK(rc::check("bursts", [] {
    const int stride = *rc::gen::element(1, 64, 4096);
    BurstMap map;
    std::map<std::uint64_t, std::uint32_t> model;
    std::uint32_t next = 0;
    for (int step = 0; step < 400; ++step) {
      const auto burst = static_cast<std::uint64_t>(*rc::gen::inRange(0, 300)) * static_cast<std::uint64_t>(stride);
      const auto known = model.find(burst);
      RC_ASSERT(map.find(burst) == (known == model.end() ? sim::none : known->second));
      if (known == model.end()) {
        map.insert(burst, model[burst] = next++);
      } else if (step % 3 == 0) {
        map.erase(burst);
        model.erase(known);
      }
    }
    for (const auto& [burst, flight] : model) RC_ASSERT(map.find(burst) == flight);
  }));
}
