// Unit: address generator
// Completion of a write: at its end, or as soon as it is queued.
#include <doctest/doctest.h>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

const char* const host = R"(
  val x = loadCSV1D[T]("x.csv")
  val x_dram = DRAM[T](x.length); setMem(x_dram, x)
  val y_dram = DRAM[T](x.length)
  val out = ArgOut[T]
)";
constexpr Cycle latency = 500;

Report run(const std::string& accel, bool isPosted) {
  auto machine = hoplessMachine();
  machine.ag.postedWrites = isPosted;
  machine.ag.mergeInFlight = true;
  machine.ag.outstandingBursts = 32;
  FixedDram dram(latency);
  return simulate(mapText(host, accel), {{"x.csv", ints(std::vector<int>(4096, 3))}}, machine, dram, false);
}

}  // namespace

TEST_CASE("posted writes give their buffers back at once; the run ends when the last is written") {
  const std::string stores = R"(val f = FIFO[T](16)
      Foreach(1024 by 1 par 16) { i => f.enq(i) }
      y_dram(0::1024 par 16) store f)";
  const auto machine = hoplessMachine();
  const auto waiting = run(stores, false), posted = run(stores, true);
  CHECK(waiting.dram.writes == 64);
  CHECK(posted.dram.writes == 64);
  CHECK(waiting.cycles >= 64 / 32 * latency);
  // A burst per cycle after the route of the first, since an answer takes less than 32 cycles; and the latency of the
  // last.
  const Cycle first = 1 + machine.pcu.stages + machine.network.fixedCycles;
  CHECK(posted.cycles == first + 63 + latency);
}

TEST_CASE("queued writes answer reads") {
  const std::string storedAndLoaded = R"(val a = SRAM[T](16)
      Foreach(16 by 1 par 16) { i => a(i) = i }
      y_dram(0::16 par 16) store a
      val b = SRAM[T](16)
      b load y_dram(0::16 par 16)
      val acc = Reg[T](0.to[T])
      Reduce(acc)(16 by 1 par 16) { i => b(i) } { _ + _ }
      out := acc)";
  const auto waiting = run(storedAndLoaded, false), posted = run(storedAndLoaded, true);
  CHECK(waiting.dram.reads == 1);
  CHECK(posted.dram.reads == 0);
  CHECK(posted.readBytes == 0);
  CHECK(waiting.cycles > 2 * latency);
  CHECK(posted.cycles < 2 * latency);
  for (const auto& report : {waiting, posted}) CHECK(report.output.argOuts.at("out").words[0] == 120);
}
