// Unit: stream of the host
// Closed forms of transfers on a stream's own wires, next to the memory.
#include <doctest/doctest.h>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// 100 words through the chip, from and to arrays declared as `kind`.
Report copy(const std::string& kind, Cycle latency) {
  const auto host = "val x = loadCSV1D[Int](\"x.csv\")\nval in = DRAM[Int](100)" + kind +
                    "\nsetMem(in, x)\nval out = DRAM[Int](100)" + kind + "\n";
  const auto* const accel =
      "val f = FIFO[Int](64)\nval g = FIFO[Int](64)\nf load in(0::100 par 16)\nForeach(100 by 1 par 16) { i => g.enq(f.deq + 1) }\nout(0::100 par 16) store g\n";
  std::vector<int> words(100);
  for (int i = 0; i < 100; ++i) words[static_cast<std::size_t>(i)] = 3 * i;
  FixedDram dram(latency);
  return simulate(mapText(host, accel), {{"x.csv", ints(words)}}, capstanMachine(), dram, false);
}

}  // namespace

TEST_CASE("bursts of a stream arrive in the next cycle, and do not use the memory") {
  const auto near = copy("", 1);
  CHECK(near.readBytes == 7 * Dram::burstBytes);
  for (const Cycle latency : {1, 40, 500}) {
    const auto stream = copy(".stream", latency);
    CHECK(stream.cycles == near.cycles);
    CHECK(stream.readBytes == 0);
    CHECK(stream.writeBytes == 0);
    CHECK(toInts(stream.output.drams.at("out")) == toInts(near.output.drams.at("out")));
  }
  CHECK(copy("", 40).cycles > near.cycles);
}
