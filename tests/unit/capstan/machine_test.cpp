#include "capstan/machine.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "capstan/bandwidth.h"
#include "support/sha256.h"

using namespace stardust;
using namespace stardust::capstan;

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
  CHECK(machine.pmu.words() == 65536);
  CHECK(machine.ag.mergeAdjacent);
  CHECK_FALSE(machine.ag.readsPartialBursts);
  CHECK(machine.scanner.outputsPerCycle == 16);
}

TEST_CASE("the shipped memories have the published bandwidths") {
  const auto memory = [](const std::string& name) {
    return parseMemorySystem(findDescription("memory", name, shipped).text);
  };
  CHECK(memory("ddr4-2133x4").peakGbPerSecond() == doctest::Approx(68.256));
  CHECK(memory("hbm2e").peakGbPerSecond() == doctest::Approx(1792));
  CHECK(memory("ideal").ideal);
  CHECK(memory("ideal").peakGbPerSecond() == 0);
}

TEST_CASE("a memory with another bandwidth has exactly that, from channels that are no faster than before") {
  const auto hbm = parseMemorySystem(findDescription("memory", "hbm2e", shipped).text);
  for (const double bandwidth : {20.0, 56.0, 57.0, 200.0, 1792.0, 2000.0}) {
    const auto scaled = withBandwidth(hbm, bandwidth);
    CHECK(scaled.peakGbPerSecond() == doctest::Approx(bandwidth));
    CHECK(scaled.megaTransfers <= hbm.megaTransfers * (1 + 1e-12));
    CHECK((scaled.channels == 1 || scaled.megaTransfers > hbm.megaTransfers / 2));
  }
  CHECK(withBandwidth(hbm, 1792).channels == hbm.channels);
  for (const double bandwidth : {-1.0, 0.0, 1.0, 1e6, std::nan("")})
    CHECK_THROWS_AS(withBandwidth(hbm, bandwidth), Error);
  CHECK_THROWS_AS(withBandwidth(parseMemorySystem(findDescription("memory", "ideal", shipped).text), 100), Error);
}

TEST_CASE("every field of the shipped files has a provenance tag") {
  for (const std::string kind : {"machine", "memory"})
    for (const auto& name : listDescriptions(kind, shipped)) {
      std::istringstream lines(findDescription(kind, name, shipped).text->text);
      for (std::string line; std::getline(lines, line);) {
        const bool isField =
            line.find('=') < line.find('#') && line.rfind("name", 0) != 0 && line.rfind("ideal", 0) != 0;
        if (!isField) continue;
        CAPTURE(line);
        const auto tag = line.find("# [");
        REQUIRE(tag != std::string::npos);
        CHECK(std::string("PCMRA").find(line[tag + 3]) != std::string::npos);
      }
    }
}

TEST_CASE("descriptions are listed by kind and found by name, by path, and in the first directory that has them") {
  CHECK(listDescriptions("machine", shipped) == std::vector<std::string>{"capstan", "plasticine", "recorded"});
  CHECK(listDescriptions("memory", shipped) ==
        std::vector<std::string>{"ddr3-1600x4", "ddr4-2133x4", "ddr4-2133x8", "hbm2-900", "hbm2e", "ideal"});
  CHECK(listDescriptions("memory", {"/nowhere"}).empty());
  const auto byName = findDescription("memory", "ideal", {"/nowhere", shipped[0], "/nowhere/else"});
  const auto byPath = findDescription("memory", byName.path, {});
  CHECK(byName.name == "ideal");
  CHECK(byPath.name == "ideal");
  CHECK(byPath.hash == byName.hash);
  CHECK(byName.hash == sha256(byName.text->text));
}

TEST_CASE("SHA-256 gives the digests of FIPS 180-4's examples and of every padding length") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(sha256(std::string(55, 'a')) == "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(sha256(std::string(64, 'a')) == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}
