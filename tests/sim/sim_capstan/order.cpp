// Unit: PMU
// The cost of ordered accesses to an SRAM: accumulation, tiles that are written while others are read, and stores.
#include <doctest/doctest.h>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

Cycle cyclesOf(const std::string& accel, const capstan::Machine& machine, Cycle latency = 1) {
  const char* const host = "val y_dram = DRAM[T](65536)\nval out = ArgOut[T]\n";
  FixedDram dram(latency);
  return simulate(mapText(host, accel), {}, machine, dram, false).cycles;
}

/// `rounds` times, a value is added to all of `vectors` vectors.
std::string accumulation(int rounds, int vectors, const std::string& index = "i") {
  const auto words = std::to_string(16 * vectors);
  return "val m = SRAM[T](" + words + ")\nForeach(" + words + " by 1 par 16) { i => m(i) = 0 }\nForeach(" +
         std::to_string(rounds) + " by 1) { r =>\nForeach(" + words + " by 1 par 16) { i => m(" + index + ") = m(" +
         index + ") + r }\n}\ny_dram(0::" + words + " par 16) store m";
}

}  // namespace

TEST_CASE("an accumulation updates a vector a cycle, and the next round waits for the last write of this one") {
  auto machine = hoplessMachine();
  for (const int way : {0, 3}) {
    machine.network.fixedCycles = way;
    // Read, add, write; then the token releases the read of the next round.
    const Cycle turn = machine.pmu.addressStages + 1 + way + machine.pcu.stages + 1 + way;
    for (const int vectors : {1, 4, 64}) {
      CAPTURE(way);
      CAPTURE(vectors);
      const auto few = cyclesOf(accumulation(3, vectors), machine);
      CHECK(cyclesOf(accumulation(4, vectors), machine) - few == vectors - 1 + turn);
      CHECK(cyclesOf(accumulation(40, vectors), machine) - few == 37 * (vectors - 1 + turn));
    }
  }
}

TEST_CASE("a tile is computed while the one before is read: two buffers, and no lost cycle between network ends") {
  auto machine = hoplessMachine();
  const auto cycles = [&](int tiles, int vectors) {
    const auto words = std::to_string(16 * vectors);
    return cyclesOf("val y = SRAM[T](64)\nForeach(" + std::to_string(tiles) + " by 1) { t =>\nval s = SRAM[T](" +
                        words + ")\nForeach(" + words +
                        " by 1 par 16) { i => s(i) = i + t }\nval acc = Reg[T](0.to[T])\nReduce(acc)(" + words +
                        " by 1 par 16) { i => s(i) } { _ + _ }\ny(t) = acc\n}\ny_dram(0::" + std::to_string(tiles) +
                        " par 16) store y",
                    machine);
  };
  for (const int way : {0, 3, 20}) {
    machine.network.fixedCycles = way;
    // The writes, the route of the last vector and its token, the reads, a token inside the memory: the cycle of a
    // buffer; and there are two of them.
    for (const int vectors : {1, 10, 50}) {
      CAPTURE(way);
      CAPTURE(vectors);
      CHECK(cycles(12, vectors) - cycles(8, vectors) == 2 * (2 * (vectors - 1) + 1 + way + 1));
    }
  }
}

TEST_CASE("a store releases its tile when it has read it; the DRAM writes overlap with the next tile") {
  auto machine = hoplessMachine();
  const auto cycles = [&](int tiles, Cycle latency) {
    return cyclesOf("Foreach(" + std::to_string(tiles) +
                        " by 1) { t =>\nval s = SRAM[T](1024)\nForeach(1024 by 1 par 16) { i => s(i) = i + t }\n"
                        "y_dram((t * 1024)::((t + 1) * 1024) par 16) store s\n}",
                    machine, latency);
  };
  const Cycle round = 2 * (2 * 63 + 1 + machine.network.fixedCycles + 1);
  for (const Cycle latency : {1, 30, 60}) {
    CAPTURE(latency);
    CHECK(cycles(12, latency) - cycles(8, latency) == round);
  }
}

TEST_CASE("contexts that enqueue to one FIFO take turns, and each turn costs only the route of a token") {
  auto machine = hoplessMachine();
  for (const int way : {0, 3}) {
    machine.network.fixedCycles = way;
    const auto given = [&](const std::string& givers) {
      return cyclesOf("val q = FIFO[T](16)\nval m = SRAM[T](64)\n" + givers +
                          "Foreach(64 by 1) { i => m(i) = q.deq }\ny_dram(0::64 par 16) store m",
                      machine);
    };
    const auto one = given("Foreach(64 by 1) { i => q.enq(i) }\n");
    const auto two = given("Foreach(32 by 1) { i => q.enq(i) }\nForeach(32 by 1) { i => q.enq(i + 32) }\n");
    CHECK(two - one == machine.pcu.stages - 1 + way);
  }
}
