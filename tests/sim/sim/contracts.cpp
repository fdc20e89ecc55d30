// Closed forms of the model with a DRAM of fixed latency: streams, back-pressure, contention, overlap.
#include <doctest/doctest.h>

#include <algorithm>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

const char* const host = R"(
  val x = loadCSV1D[T]("x.csv")
  val x_dram = DRAM[T](x.length); setMem(x_dram, x)
  val n = ArgIn[Int]; setArg(n, COUNT)
  val y_dram = DRAM[T](x.length)
  val out = ArgOut[T]
)";

Report run(const std::string& accel, int count, const capstan::Machine& machine, Cycle latency = 1) {
  std::string text = host;
  text.replace(text.find("COUNT"), 5, std::to_string(count));
  FixedDram dram(latency);
  const HostFiles files{{"x.csv", ints(std::vector<int>(65536, 1))}};
  auto report = simulate(mapText(text, accel), files, machine, dram, false);
  for (const auto& row : report.units) {
    const auto& c = row.counters;
    CHECK(c.active + c.stall + c.starve + c.done == report.cycles * row.copies);
  }
  return report;
}

/// From the last firing of a reduction to that of what reads its result.
Cycle reductionOf(const capstan::Machine& m) { return m.pcu.stages + m.pcu.reduceLatency + m.network.fixedCycles; }
/// The same of one lane: nothing but the accumulator.
Cycle scalarReductionOf(const capstan::Machine& m) { return m.pcu.stages + 1 + m.network.fixedCycles; }

const Counters& countersOf(const Report& report, const std::string& name) {
  const auto row =
      std::find_if(report.units.begin(), report.units.end(), [&](const UnitRow& r) { return r.name == name; });
  REQUIRE(row != report.units.end());
  return row->counters;
}

}  // namespace

TEST_CASE("a stream of n bursts: one a cycle, as many under way as there are places, and one round trip") {
  auto machine = hoplessMachine();
  for (const int outstanding : {8, 64}) {
    machine.ag.outstandingBursts = outstanding;
    for (const Cycle latency : {1, 20, 300}) {
      for (const int bursts : {1, 2, 8, 9, 64, 65, 200, 1000}) {
        CAPTURE(outstanding);
        CAPTURE(latency);
        CAPTURE(bursts);
        const auto report = run(R"(val f = FIFO[T](16)
          f load x_dram(0::n par 16)
          val acc = Reg[T](0.to[T])
          Reduce(acc)(n by 1 par 16) { i => f.deq } { _ + _ }
          out := acc)",
                                16 * bursts, machine, latency);
        CHECK(report.dram.reads == bursts);
        // A place is free in the cycle after its burst was delivered; the first burst is sent in cycle 1.
        const Cycle trip = latency + machine.ag.pipelineCycles;
        const Cycle sent =
            1 + (bursts - 1) % outstanding + (bursts - 1) / outstanding * std::max<Cycle>(outstanding, trip + 1);
        CHECK(report.cycles == sent + trip + 1 + machine.network.fixedCycles + reductionOf(machine));
      }
    }
  }
}

TEST_CASE("a burst that is on its way is not asked for again, and whoever wants it gets it when the first does") {
  auto machine = hoplessMachine();
  const char* const twoReaders = R"(val f = FIFO[T](16)
      f load x_dram(0::n par 16)
      val g = FIFO[T](16)
      g load x_dram(0::n par 16)
      val acc = Reg[T](0.to[T])
      Reduce(acc)(n by 1 par 16) { i => f.deq + g.deq } { _ + _ }
      out := acc)";
  for (const int bursts : {1, 40, 500}) {
    machine.ag.mergeInFlight = true;
    const auto merged = run(twoReaders, 16 * bursts, machine, 100);
    machine.ag.mergeInFlight = false;
    const auto apart = run(twoReaders, 16 * bursts, machine, 100);
    CHECK(merged.dram.reads == bursts);
    CHECK(apart.dram.reads == 2 * bursts);
    CHECK(merged.cycles == apart.cycles);  // this DRAM has no limit
  }
}

TEST_CASE("a slow consumer stalls its producer for exactly as long as the FIFO is full") {
  auto machine = hoplessMachine();
  for (const int way : {15, 33}) {
    machine.network.fixedCycles = way;
    for (const int depth : {16, 4}) {
      const int room = depth + way;  // vectors; the switches on the way hold one each
      for (const int vectors : {room + 1, room + 20, room + 100}) {
        CAPTURE(way);
        CAPTURE(depth);
        CAPTURE(vectors);
        const auto report = run("val f = FIFO[T](" + std::to_string(depth) + R"()
          Foreach(n by 1 par 16) { i => f.enq(i) }
          val acc = Reg[T](0.to[T])
          Reduce(acc)(n by 1 par 1) { j => f.deq } { _ + _ }
          out := acc)",
                                16 * vectors, machine);
        // The room is used up before the first vector is gone; from then on one is gone every 16 cycles.
        const Cycle arrival = 1 + machine.pcu.stages + machine.network.fixedCycles;
        REQUIRE(arrival + 16 > room);
        const Cycle last = arrival + 16 * (vectors - room);
        CHECK(report.cycles == arrival + 16 * vectors - 1 + scalarReductionOf(machine));
        const auto& producer = countersOf(report, "Foreach i");
        CHECK(producer.active == vectors);
        CHECK(producer.stall == last - vectors);
        CHECK(producer.starve == 0);
        CHECK(producer.done == report.cycles - last);
        const auto& consumer = countersOf(report, "Reduce j");
        CHECK(consumer.active == 16 * vectors);
        CHECK(consumer.stall == 0);
        CHECK(consumer.starve == arrival - 1);
        CHECK(consumer.done == scalarReductionOf(machine));
      }
    }
  }
}

TEST_CASE("bodies that meet in one partition share its throughput; others do not slow each other") {
  auto machine = hoplessMachine();
  machine.shuffle.laneShift = 0;
  // Body b reads words of partition b × apart, each lane another bank.
  const auto cycles = [&](int bodies, int apart, int vectors) {
    const auto count = std::to_string(bodies);
    return run(R"(val m = SparseParSRAM[T](2)(64, true)
        m load x_dram(0::64 par 16)
        val y = SRAM[T](16)
        Foreach()" +
                   count + " by 1 par " + count + R"() { b =>
          val acc = Reg[T](0.to[T])
          Reduce(acc)(n by 1 par 16) { j => m.barrierRead((j % 16) * 2 + b * )" +
                   std::to_string(apart) + R"(, Seq()) } { _ + _ }
          y(b) = acc
        }
        y_dram(0::)" +
                   count + " par 16) store y",
               16 * vectors, machine)
        .cycles;
  };
  for (const int vectors : {100, 200, 1000}) {
    const auto alone = cycles(1, 0, vectors), together = cycles(2, 0, vectors);
    CHECK(cycles(2, 1, vectors) == alone);
    CHECK(together == cycles(1, 0, 2 * vectors));
    CHECK(together == alone + vectors);
  }
}

TEST_CASE("the load of a tile overlaps the computation on the one before: the slower stage sets the pace") {
  const auto machine = hoplessMachine();
  const auto cycles = [&](int tiles, int loaded, int computed) {  // vectors of a tile
    const auto words = std::to_string(16 * loaded);
    return run("val y = SRAM[T](64)\nForeach(n by 1) { t =>\nval s = SRAM[T](" + words + ")\ns load x_dram((t * " +
                   words + ")::((t + 1) * " + words + ") par 16)\nval acc = Reg[T](0.to[T])\nReduce(acc)(" +
                   std::to_string(16 * computed) + " by 1 par 16) { i => s(i % " + words + R"() } { _ + _ }
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
  // Stages alike: each of the two buffers goes round through load, token, reads and token, which stay in its PMU; the bursts of the next tile
  // are there by then.
  const Cycle toReads = 1, toLoad = 1;
  const Cycle round = 100 + 100 + toReads + toLoad - 2;
  for (const int tiles : {2, 3, 8}) CHECK(cycles(tiles + 2, 100, 100) - cycles(tiles, 100, 100) == round);
}
