#include "capstan/machine/machine.h"

#include <doctest/doctest.h>

#include "files/descriptions.h"
#include "machine/description.h"
#include "machine/memory.h"

using namespace stardust;
using namespace stardust::capstan;
using namespace stardust::machine;

namespace {
const std::vector<std::string> shipped = {STARDUST_SOURCE_DIR "/machines"};
}

TEST_CASE("the memory of a shipped machine is a shipped one") {
  for (const char* name : {"capstan", "plasticine", "recorded"}) {
    const auto machine = parseMachine(findDescription("machine", name, shipped).text);
    CHECK(parseMemorySystem(findDescription("memory", machine.memory, shipped).text).name == machine.memory);
  }
}

TEST_CASE("the shipped Capstan machine has the published shape") {
  const auto machine = parseMachine(findDescription("machine", "capstan", shipped).text);
  CHECK(machine.name == "capstan");
  CHECK(machine.clockGhz == 1.6);
  CHECK(machine.grid.pcu == 200);
  CHECK(machine.grid.pmu == 200);
  CHECK(machine.grid.mc == 80);
  CHECK(machine.grid.shuffleNetworks == 16);
  CHECK(machine.pcu.stages == 6);
  CHECK(machine.pcu.lanes == 16);
  CHECK(machine.wordsOfPmu() == 65536);
  CHECK(machine.ag.mergeAdjacent);
  CHECK_FALSE(machine.ag.readsPartialBursts);
  CHECK(machine.scanner.outputsPerCycle == 16);
}
