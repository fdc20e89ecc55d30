// Unit: PMU
// How far a stage runs ahead of the consumer of its words: by the number of buffers, less one.
#include <doctest/doctest.h>

#include <algorithm>

#include "counted.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// A tile s is loaded; `between` stages follow that do not use it; then a stage reads it for `work` cycles.
std::string pipeline(int tiles, int between, int work) {
  std::string text = "val y = SRAM[T](64)\nForeach(" + std::to_string(tiles) +
                     " by 1) { t =>\nval s = SRAM[T](16)\ns load x_dram(0::16 par 16)\n";
  for (int i = 0; i < between; ++i) {
    const auto name = "d" + std::to_string(i);
    text += "val " + name + " = SRAM[T](16)\nForeach(16 by 1 par 16) { i => " + name + "(i) = i }\n";
  }
  return text + "val acc = Reg[T](0.to[T])\nReduce(acc)(" + std::to_string(16 * work) +
         " by 1 par 16) { i => s(i % 16) } { _ + _ }\ny(t) = acc\n}\ny_dram(0::" + std::to_string(tiles) +
         " par 16) store y";
}

const char* const hostText =
    "val x = loadCSV1D[T](\"x.csv\")\nval x_dram = DRAM[T](16); setMem(x_dram, x)\nval y_dram = DRAM[T](64)\n";

}  // namespace

TEST_CASE("a tile has one buffer more than stages from its writer to its reader; the writer runs ahead by one less") {
  const auto machine = hoplessMachine();
  for (int between = 0; between < 5; ++between) {
    const int distance = between + 1, buffers = distance + 1;
    for (const int work : {20, 100}) {
      CAPTURE(distance);
      CAPTURE(work);
      const auto mapping = mapText(hostText, pipeline(20, between, work));
      const auto memory = std::find_if(mapping.memories.begin(), mapping.memories.end(),
                                       [](const auto& m) { return m.origin.name == "s"; });
      REQUIRE(memory != mapping.memories.end());
      CHECK(static_cast<int>(memory->buffers) == buffers);
      FixedDram dram(1);
      const auto report = simulate(mapping, {{"x.csv", ints(std::vector<int>(16, 1))}}, machine, dram, false);
      // The last tile is written in the cycle after the reader has finished the tile `buffers` before it. So many tiles
      // are then left to read, and the writer is buffers - 1 ahead of the current one.
      const auto writer = countersOf(report, "load", "load s").done,
                 reader = countersOf(report, "SRAM read", "s(i % 16)").done;
      CHECK(writer - reader == Cycle{buffers} * work - 1);
    }
  }
}

TEST_CASE("the load of a tile overlaps the computation on the one before: the slower stage sets the pace") {
  const auto machine = hoplessMachine();
  const auto cycles = [&](int tiles, int loaded, int computed) {  // vectors per tile
    const auto words = std::to_string(16 * loaded);
    return runCounted("val y = SRAM[T](64)\nForeach(n by 1) { t =>\nval s = SRAM[T](" + words +
                          ")\ns load x_dram((t * " + words + ")::((t + 1) * " + words +
                          ") par 16)\nval acc = Reg[T](0.to[T])\nReduce(acc)(" + std::to_string(16 * computed) +
                          " by 1 par 16) { i => s(i % " + words + R"() } { _ + _ }
        y(t) = acc
      }
      y_dram(0::n par 16) store y)",
                      tiles, machine, 20)
        .cycles;
  };
  const auto fill = cycles(1, 1, 1) - 2;
  for (const auto& stages : {std::pair(200, 50), std::pair(50, 200), std::pair(300, 100)}) {
    const int loaded = stages.first, computed = stages.second;
    for (const int tiles : {1, 2, 5, 12}) {
      CAPTURE(loaded);
      CAPTURE(computed);
      CAPTURE(tiles);
      CHECK(cycles(tiles, loaded, computed) == fill + loaded + computed + (tiles - 1) * std::max(loaded, computed));
    }
  }
  // Equal stages: each of the two buffers cycles through load, token, reads and token, which stay in its PMU; by then
  // the bursts of the next tile have arrived.
  const Cycle toReads = 1, toLoad = 1;
  const Cycle round = 100 + 100 + toReads + toLoad - 2;
  for (const int tiles : {2, 3, 8}) CHECK(cycles(tiles + 2, 100, 100) - cycles(tiles, 100, 100) == round);
}
