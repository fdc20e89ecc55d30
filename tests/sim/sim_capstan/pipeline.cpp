// Unit: PCU
// The pipelines of compute units: their latency, and a throughput of one vector per cycle.
#include <doctest/doctest.h>

#include <bit>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// Cycles of a reduction over f(x) of `vectors` vectors of x, which arrive from DRAM at a burst per cycle.
Cycle cyclesOf(const std::string& value, int vectors, int par, const capstan::Machine& machine) {
  const auto mapping =
      mapText(vectorHost,
              "val f = FIFO[T](16)\nf load x_dram(0::n par 16)\nval acc = Reg[T](0.to[T])\nReduce(acc)(n by 1 par " +
                  std::to_string(par) + ") { i => " + value + " } { _ + _ }\nout := acc\n");
  FixedDram dram(1);
  return simulate(mapping, {{"x.csv", ints(std::vector<int>(static_cast<std::size_t>(par * vectors), 1))}}, machine,
                  dram, false)
      .cycles;
}

std::string chain(int operations) {
  std::string value = "f.deq";
  for (int i = 0; i < operations; ++i) value = "(" + value + (i % 2 ? " * 3)" : " + 7)");
  return value;
}

/// Uses x again after the chain.
std::string loop(int operations) {
  std::string value = "x";
  for (int i = 0; i < operations; ++i) value = "(" + value + (i % 2 ? " * 3)" : " + 7)");
  return "val x = f.deq\n" + value + " + x";
}

/// Independent operations, and their sum.
std::string sideBySide(int operations) {
  std::string first = "x", second = "x";
  for (int i = 0; i < operations; ++i) {
    first = "(" + first + " + 7)";
    second = "(" + second + " * 3)";
  }
  return "val x = f.deq\n" + first + " + " + second;
}

Report dot(int words) {
  const auto mapping = mapText(vectorHost, R"(
    val x = SRAM[T](65536)
    x load x_dram(0::n par 16)
    val acc = Reg[T](0.to[T])
    Reduce(acc)(n by 1 par 16) { i => x(i) * x(i) } { _ + _ }
    out := acc
  )");
  return simulate(mapping, {{"x.csv", ints(std::vector<int>(static_cast<std::size_t>(words), 1))}}, capstanMachine(),
                  memorySystem("ideal"));
}

}  // namespace

TEST_CASE("a vector takes the stages of each started PCU, the routes between them, and the tree of its reduction") {
  auto machine = hoplessMachine();
  for (const int stages : {6, 4}) {
    for (const int way : {0, 3}) {
      machine.pcu.stages = stages;
      machine.network.fixedCycles = way;
      for (int operations = 0; operations <= 20; ++operations) {
        CAPTURE(stages);
        CAPTURE(operations);
        // Sent in cycle 1; back after 1; the generator's pipeline; one cycle and the route into the FIFO.
        const Cycle there = 1 + 1 + machine.ag.pipelineCycles + 1 + way;
        const Cycle filled = std::max(1, (operations + stages - 1) / stages);  // PCUs whose stages hold operations
        const Cycle units = (operations + 1 + stages - 1) / stages;            // the reduction is one more operation
        CHECK(cyclesOf(chain(operations), 1, 16, machine) ==
              there + filled * stages + (units - 1) * way + machine.pcu.reduceLatency + way);
      }
    }
  }
}

TEST_CASE("a vector begins in each cycle, for any number of operations") {
  const auto machine = hoplessMachine();
  for (const int operations : {0, 1, 6, 7, 40}) {
    CHECK(cyclesOf(chain(operations), 300, 16, machine) - cyclesOf(chain(operations), 100, 16, machine) == 200);
  }
}

TEST_CASE("a vector that is used again behind a chain waits in a FIFO, whose depth limits the vectors in the chain") {
  auto machine = hoplessMachine();
  for (const int par : {16, 1}) {
    for (const int depth : {16, 10}) {
      machine.fifo.vectorDepth = depth;
      machine.fifo.scalarDepth = 2 * depth;
      const int room = par == 1 ? 2 * depth : depth;
      for (const int operations : {5, 6, 12, 18, 24, 60}) {
        CAPTURE(par);
        CAPTURE(depth);
        CAPTURE(operations);
        const int slack =
            operations / machine.pcu.stages * machine.pcu.stages;  // of the units before the one that uses x again
        for (const int vectors : {room, room + 1, 5 * room, 7 * room + 3}) {
          const int last = vectors - 1;
          const int begins = slack > room ? last / room * slack + last % room : last;
          CHECK(cyclesOf(loop(operations), vectors, par, machine) - cyclesOf(loop(operations), 1, par, machine) ==
                begins);
        }
      }
    }
  }
}

TEST_CASE("independent units work in parallel") {
  const auto machine = hoplessMachine();
  const int stages = machine.pcu.stages;
  // Two chains of equal length, and the unit in which they meet.
  CHECK(cyclesOf(sideBySide(3 * stages), 1, 16, machine) - cyclesOf(sideBySide(stages), 1, 16, machine) ==
        2 * (stages + machine.network.fixedCycles));
}

TEST_CASE("a reduction adds log2(lanes) + 1 cycles: those of the machine file for a whole vector, 1 for one lane") {
  auto machine = hoplessMachine();
  CHECK(machine.pcu.reduceLatency == std::countr_zero(static_cast<unsigned>(machine.pcu.lanes)) + 1);
  const auto one = cyclesOf("f.deq", 1, 1, machine);
  for (const int par : {2, 4, 8, 16}) {
    CHECK(cyclesOf("f.deq", 1, par, machine) - one == std::countr_zero(static_cast<unsigned>(par)));
  }
  CHECK(cyclesOf("f.deq", 1, 3, machine) - one == 2);
  machine.pcu.reduceLatency = 0;  // "recorded": no unit besides the stages
  CHECK(cyclesOf("f.deq", 1, 16, machine) == one - 1);
}

TEST_CASE("a dot product takes one cycle for each vector, twice: to load and to reduce") {
  const auto small = dot(16 * 64), large = dot(16 * 1064);
  CHECK(small.output.argOuts.at("out").words[0] == 16 * 64);
  CHECK(large.cycles - small.cycles == 2 * 1000);
}

TEST_CASE("an iteration without any inner iteration costs one cycle") {
  const auto cyclesOf = [](int rows) {
    Csr a = randomCsr(1, 1, 10, 3);
    for (int i = 0; i < rows; ++i) a.pos.push_back(a.pos.back());
    return simulate(mapText(spmvHost, spmvAccel(1)), spmvFiles(a), capstanMachine(), memorySystem("ideal")).cycles;
  };
  const auto growth = cyclesOf(1600) - cyclesOf(800);  // and 1/16 each to load pos and to store y
  CHECK(growth == 800 + 2 * 800 / 16);
}
