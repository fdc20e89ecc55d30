#include "files/descriptions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "machine/bandwidth.h"
#include "machine/description.h"
#include "machine/memory.h"
#include "machine/processor.h"
#include "support/sha256.h"

using namespace stardust;
using namespace stardust::machine;

namespace {
const std::vector<std::string> shipped = {STARDUST_SOURCE_DIR "/machines"};
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
  for (const std::string kind : {"machine", "memory", "processor", "sam"})
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
  CHECK(listDescriptions("processor", shipped) == std::vector<std::string>{"xeon-avx512"});
  CHECK(listDescriptions("memory", {"/nowhere"}).empty());
  const auto byName = findDescription("memory", "ideal", {"/nowhere", shipped[0], "/nowhere/else"});
  const auto byPath = findDescription("memory", byName.path, {});
  CHECK(byName.name == "ideal");
  CHECK(byPath.name == "ideal");
  CHECK(byPath.hash == byName.hash);
  CHECK(byName.hash == sha256(byName.text->text));
}

TEST_CASE("without a description a processor is the one that was measured") {
  const auto measured = parseProcessor(findDescription("processor", "xeon-avx512", shipped).text);
  const Processor assumed;
  CHECK(measured.name == "xeon-avx512");
#define TABLE(Type, name) \
  {                       \
    const auto &a = measured.name, &b = assumed.name;
#define END(name) }
#define MEASURED(key, value, unit, least, most, meaning) CHECK_MESSAGE(a.key == b.key, #key);
#define NAME(key, meaning)
#include "machine/processor.def"
}
