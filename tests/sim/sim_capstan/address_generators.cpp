// Unit: address generator
// Streams: a burst per cycle, a bounded number in flight. Rows that do not begin with a burst: the bursts that
// neighbours share.
#include <doctest/doctest.h>

#include "counted.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

constexpr int wordsPerBurst = Dram::burstBytes / 4;

/// The number of bursts that rows of `words` words in a row touch: each row by itself, or all together.
int touchedBy(int rows, int words) {
  int bursts = 0;
  for (int row = 0; row < rows; ++row)
    bursts += ((row + 1) * words - 1) / wordsPerBurst - row * words / wordsPerBurst + 1;
  return bursts;
}
/// The number of these that a row covers only partially.
int partsOf(int rows, int words) {
  int whole = 0;
  for (int row = 0; row < rows; ++row) {
    const int first = (row * words + wordsPerBurst - 1) / wordsPerBurst, end = (row + 1) * words / wordsPerBurst;
    whole += std::max(0, end - first);
  }
  return touchedBy(rows, words) - whole;
}
int together(int rows, int words) { return (rows * words + wordsPerBurst - 1) / wordsPerBurst; }

Report run(const std::string& accel, int rows, int words, const capstan::Machine& machine, Cycle latency = 1) {
  const auto count = std::to_string(rows * words);
  const auto text = "val x = loadCSV1D[T](\"x.csv\")\nval x_dram = DRAM[T](" + count +
                    "); setMem(x_dram, x)\nval y_dram = DRAM[T](" + count + ")\nval rows = ArgIn[Int]; setArg(rows, " +
                    std::to_string(rows) + ")\nval k = ArgIn[Int]; setArg(k, " + std::to_string(words) +
                    ")\nval out = ArgOut[T]\n";
  FixedDram dram(latency);
  return simulate(mapText(text, accel), {{"x.csv", ints(std::vector<int>(static_cast<std::size_t>(rows * words), 1))}},
                  machine, dram, false);
}

const std::string loads = R"(val f = FIFO[T](16)
  Foreach(rows by 1) { r => f load x_dram((r * k)::((r + 1) * k) par 16) }
  val acc = Reg[T](0.to[T])
  Reduce(acc)(rows * k by 1 par 16) { i => f.deq } { _ + _ }
  out := acc)";
const std::string stores = R"(val f = FIFO[T](16)
  Foreach(rows * k by 1 par 16) { i => f.enq(i) }
  Foreach(rows by 1) { r => y_dram((r * k)::((r + 1) * k) par 16) store f })";

/// The sums of rows of k words: from one stream of all rows, or from one for each row.
std::string sumsOfRows(bool isOneStream) {
  const std::string all = "f load x_dram(0::(rows * k) par 16)", own = "f load x_dram((r * k)::((r + 1) * k) par 16)";
  const std::string fifo = "val f = FIFO[T](16)\n";
  return (isOneStream ? fifo + all : "") + "\nval acc = Reg[T](0.to[T])\nReduce(acc)(rows by 1 par 1) { r =>\n" +
         (isOneStream ? "" : fifo + own) + R"(
    val sum = Reg[T](0.to[T])
    Reduce(sum)(k by 1 par 16) { i => f.deq } { _ + _ }
    sum.value
  } { _ + _ }
  out := acc)";
}

}  // namespace

TEST_CASE("consecutive rows share the bursts between them, loaded or stored; without merging each row has its own") {
  for (const bool merges : {true, false}) {
    auto machine = hoplessMachine();
    machine.ag.mergeAdjacent = merges;
    machine.ag.mergeInFlight = false;
    for (const int words : {1, 3, 5, 8, 15, 16, 17, 40}) {
      for (const int rows : {1, 2, 7, 64}) {
        CAPTURE(merges);
        CAPTURE(words);
        CAPTURE(rows);
        const int expected = merges ? together(rows, words) : touchedBy(rows, words);
        CHECK(run(loads, rows, words, machine).dram.reads == expected);
        const auto stored = run(stores, rows, words, machine);
        CHECK(stored.dram.writes == expected);
        for (int i = 0; i < rows * words; ++i)
          CHECK(toInts(stored.output.drams.at("y_dram"))[static_cast<std::size_t>(i)] == i);
      }
    }
  }
}

TEST_CASE(
    "a generator handles the part of one burst a cycle, requested or shared, and a command takes at least one cycle") {
  const auto machine = hoplessMachine();
  const auto growth = [&](const std::string& accel, int words) {
    return run(accel, 300, words, machine).cycles - run(accel, 100, words, machine).cycles;
  };
  for (const int words : {1, 4, 5, 16, 17, 64}) {
    CAPTURE(words);
    CHECK(growth(loads, words) == touchedBy(300, words) - touchedBy(100, words));
    CHECK(growth(stores, words) == touchedBy(300, words) - touchedBy(100, words));
  }
}

TEST_CASE(
    "rows of one stream take a cycle for each vector; with a stream each, also one for each burst that they touch") {
  const auto machine = hoplessMachine();
  for (const int words : {1, 3, 8, 12, 16, 17, 40}) {
    CAPTURE(words);
    const auto growth = [&](bool isOneStream) {
      const std::string accel = sumsOfRows(isOneStream);
      return run(accel, 320, words, machine).cycles - run(accel, 160, words, machine).cycles;
    };
    const int vectors = 160 * ((words + 15) / 16);
    CHECK(growth(true) == vectors);
    CHECK(growth(false) == std::max(vectors, touchedBy(320, words) - touchedBy(160, words)));
  }
}

TEST_CASE("a narrower generator passes whole bursts, including words that a command does not use") {
  const auto machine = hoplessMachine();
  const auto withPar = [](std::string accel, int par) {
    const std::string wide = "* k) par 16)";
    return accel.replace(accel.find(wide), wide.size(), "* k) par " + std::to_string(par) + ")");
  };
  for (const int par : {1, 2, 4, 8, 16}) {
    for (const int words : {1, 4, 9, 16, 17, 40}) {
      CAPTURE(par);
      CAPTURE(words);
      // Rows that end with a burst, so that no partial burst remains.
      const auto growth = [&](const std::string& accel) {
        return run(withPar(accel, par), 320, words, machine).cycles -
               run(withPar(accel, par), 160, words, machine).cycles;
      };
      const int cycles = (touchedBy(320, words) - touchedBy(160, words)) * wordsPerBurst / par;
      CHECK(growth(loads) == cycles);
      CHECK(growth(stores) == cycles);
    }
  }
}

TEST_CASE("a stream of n bursts: one a cycle, up to the places in flight, and one round trip") {
  auto machine = hoplessMachine();
  for (const int outstanding : {8, 64}) {
    machine.ag.outstandingBursts = outstanding;
    for (const Cycle latency : {1, 20, 300}) {
      for (const int bursts : {1, 2, 8, 9, 64, 65, 200, 1000}) {
        CAPTURE(outstanding);
        CAPTURE(latency);
        CAPTURE(bursts);
        const auto report = runCounted(R"(val f = FIFO[T](16)
          f load x_dram(0::n par 16)
          val acc = Reg[T](0.to[T])
          Reduce(acc)(n by 1 par 16) { i => f.deq } { _ + _ }
          out := acc)",
                                       16 * bursts, machine, latency);
        CHECK(report.dram.reads == bursts);
        // A buffer is free in the cycle after its burst was delivered; the first burst is sent in cycle 1.
        const Cycle trip = latency + machine.ag.pipelineCycles;
        const Cycle sent =
            1 + (bursts - 1) % outstanding + (bursts - 1) / outstanding * std::max<Cycle>(outstanding, trip + 1);
        CHECK(report.cycles == sent + trip + 1 + machine.network.fixedCycles + reductionOf(machine));
      }
    }
  }
}

TEST_CASE("a generator moves the machine's number of words a cycle, loaded or stored") {
  auto machine = hoplessMachine();
  const char* const load = R"(val f = FIFO[T](16)
      f load x_dram(0::n par 16)
      val acc = Reg[T](0.to[T])
      Reduce(acc)(n by 1 par 16) { i => f.deq } { _ + _ }
      out := acc)";
  const char* const store = R"(val f = FIFO[T](16)
      Foreach(n by 1 par 16) { i => f.enq(i) }
      y_dram(0::n par 16) store f)";
  for (const char* const program : {load, store}) {
    for (const int words : {1, 4, 8, 10, 12, 16}) {
      CAPTURE(words);
      machine.ag.bytesPerCycle = 4 * words;
      const auto cyclesOf = [&](int bursts) { return runCounted(program, 16 * bursts, machine, 20).cycles; };
      CHECK(cyclesOf(400) - cyclesOf(160) == 240 * wordsPerBurst / words);
    }
  }
}

TEST_CASE("a burst in flight is not requested again, and all its consumers receive it at the same time") {
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
    const auto merged = runCounted(twoReaders, 16 * bursts, machine, 100);
    machine.ag.mergeInFlight = false;
    const auto apart = runCounted(twoReaders, 16 * bursts, machine, 100);
    CHECK(merged.dram.reads == bursts);
    CHECK(apart.dram.reads == 2 * bursts);
    CHECK(merged.cycles == apart.cycles);  // this DRAM has no limit
  }
}

TEST_CASE("a store of part of a burst reads the burst, then writes it, and shares it with no other store") {
  auto machine = hoplessMachine();
  machine.ag.readsPartialBursts = true;
  for (const int words : {1, 3, 5, 8, 15, 16, 17, 40}) {
    for (const int rows : {1, 2, 7, 64}) {
      CAPTURE(words);
      CAPTURE(rows);
      const auto stored = run(stores, rows, words, machine, 20);
      CHECK(stored.dram.reads == partsOf(rows, words));
      CHECK(stored.dram.writes == touchedBy(rows, words));
      CHECK(stored.readBytes == stored.dram.reads * Dram::burstBytes);
      CHECK(stored.writeBytes == stored.dram.writes * Dram::burstBytes);
      for (int i = 0; i < rows * words; ++i)
        CHECK(toInts(stored.output.drams.at("y_dram"))[static_cast<std::size_t>(i)] == i);
      CHECK(run(loads, rows, words, machine).dram.reads == together(rows, words));
    }
  }
}

TEST_CASE("a partial burst is written in the cycle after its read; reads and writes are issued one a cycle") {
  auto machine = hoplessMachine();
  machine.ag.readsPartialBursts = true;
  // Cycle 1: the words fire; the burst is sent when they arrive.
  const Cycle sent = 1 + machine.pcu.stages + machine.network.fixedCycles;
  for (const Cycle latency : {20, 300}) {  // longer than the route of the answer: the run ends with the last write
    CAPTURE(latency);
    CHECK(run(stores, 1, 16, machine, latency).cycles == sent + latency);
    CHECK(run(stores, 1, 5, machine, latency).cycles == sent + latency + 1 + latency);
  }
  for (const int words : {1, 4, 5, 16, 17, 40}) {
    CAPTURE(words);
    const auto growth = run(stores, 320, words, machine).cycles - run(stores, 160, words, machine).cycles;
    CHECK(growth == touchedBy(320, words) - touchedBy(160, words) + partsOf(320, words) - partsOf(160, words));
  }
}
