// Unit: SparseDRAM
// Random access to DRAM: the cost of one read, and sharing between the lanes of a vector.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

const char* const host = R"(
  val x = loadCSV1D[T]("x.csv")
  val x_dram = DRAM[T](x.length); setMem(x_dram, x)
  val n = ArgIn[Int]; setArg(n, COUNT)
  val out = ArgOut[T]
)";

capstan::Mapping mapCount(int count, const std::string& accel) {
  std::string text = host;
  text.replace(text.find("COUNT"), 5, std::to_string(count));
  return mapText(text, "val s = SparseDRAM[T](1)(1024, true)\ns.alias = x_dram\n" + accel);
}

/// Sums x(index(i)) over i < count, 16 at a time.
capstan::Mapping gather(int count, const std::string& index) {
  return mapCount(count, "val acc = Reg[T](0.to[T])\nReduce(acc)(n by 1 par 16) { i => s.barrierRead(" + index +
                             ", Seq()) } { _ + _ }\nout := acc\n");
}

Report run(const capstan::Mapping& mapping, Cycle latency, const capstan::Machine& machine = hoplessMachine()) {
  FixedDram dram(latency);
  std::vector<int> x;
  for (int i = 0; i < 1024; ++i) x.push_back(i);
  return simulate(mapping, {{"x.csv", ints(x)}}, machine, dram, false);
}

}  // namespace

TEST_CASE("an unloaded random read takes the latencies of the DRAM, the address generator and the network") {
  const auto mapping = gather(1, "i");
  auto machine = hoplessMachine();
  for (const Cycle latency : {1, 50, 1000}) {
    for (const int pipeline : {1, 15, 100}) {
      machine.ag.pipelineCycles = pipeline;
      const auto report = run(mapping, latency, machine);
      // Cycle 1: the access fires; it is sent in the next cycle; answered, and delivered in the next cycle; one more
      // and the network to the sum.
      const Cycle summed = 1 + 1 + latency + pipeline + 1 + 1 + machine.network.fixedCycles;
      CHECK(report.cycles == summed + machine.pcu.stages + machine.pcu.reduceLatency + machine.network.fixedCycles);
      CHECK(report.dram.reads == 1);
    }
  }
}

TEST_CASE("the lanes of a vector share the bursts they touch") {
  const auto bursts = [](const std::string& index) {
    const auto report = run(gather(16, index), 20);
    CHECK(report.dram.reads * Dram::burstBytes == report.readBytes);
    return std::pair(report.dram.reads, report.cycles);
  };
  const auto [one, together] = bursts("i");
  const auto [sixteen, apart] = bursts("i * 16");
  CHECK(one == 1);
  CHECK(bursts("i * 2").first == 2);
  CHECK(sixteen == 16);
  CHECK(apart - together == 15);  // one burst per cycle
  CHECK(bursts("3").first == 1);
}

TEST_CASE("a generator handles a fixed number of addresses a cycle, whether or not they share a burst") {
  auto machine = hoplessMachine();
  constexpr Cycle latency = 3;
  const auto cycles = [&](int perCycle, int vectors, const std::string& index) {
    machine.ag.addressesPerCycle = perCycle;
    return run(gather(16 * vectors, index), latency, machine).cycles;
  };
  for (const int perCycle : {1, 2, 5, 16}) {
    const auto turns = [&](int addresses) { return (addresses + perCycle - 1) / perCycle; };
    const auto each = [&](const std::string& index) {
      return (cycles(perCycle, 30, index) - cycles(perCycle, 10, index)) / 20;
    };
    CHECK(each("i") == turns(16));              // one burst for all lanes
    CHECK(each("i % 4 * 16") == 4 * turns(4));  // four, each for four lanes
    CHECK(each("i * 16 % 1024") == 16);         // one for each lane: a burst per cycle
    // The answer comes after the last lane was processed.
    CHECK(cycles(perCycle, 1, "i") - cycles(16, 1, "i") == std::max<Cycle>(0, turns(16) - 1 - latency));
  }
}

TEST_CASE("the places of the address generator limit the bursts in flight") {
  auto machine = hoplessMachine();
  const auto mapping = gather(16 * 40, "(i % 64) * 16");  // 640 bursts
  for (const int outstanding : {1, 8, 16}) {
    machine.ag.outstandingBursts = outstanding;
    const auto report = run(mapping, 200, machine);
    const Cycle rounds = 640 / outstanding;
    CHECK(report.cycles >= rounds * 200);
    CHECK(report.cycles <= (rounds + 1) * (200 + outstanding) + 200);
  }
}

TEST_CASE("an update reads a burst and writes it; negative addresses are no access") {
  const auto mapping = mapCount(64,
                                "Foreach(n by 1 par 16) { i => s.RMW(mux(i < 40, i % 4, -1), 1.to[T], \"add\", "
                                "\"unordered\") }\n");
  auto machine = hoplessMachine();
  for (const bool merges : {false, true}) {
    machine.ag.mergeInFlight = merges;
    const auto report = run(mapping, 30, machine);
    CHECK(report.dram.reads == (merges ? 1 : 3));  // the fourth vector accesses nothing
    CHECK(report.dram.writes == (merges ? 1 : 3));
    const auto x = toInts(report.output.drams.at("x_dram"));
    for (int i = 0; i < 8; ++i) CHECK(x[static_cast<std::size_t>(i)] == (i < 4 ? i + 10 : i));
  }
}

TEST_CASE("if partial bursts are read first, each written word is a read and a write") {
  auto machine = hoplessMachine();
  machine.ag.readsPartialBursts = true;
  constexpr Cycle latency = 30;
  const auto scatter = [&](int count, const std::string& index) {
    return run(mapCount(count, "Foreach(n by 1 par 16) { i => s(" + index + ") = i }\n"), latency, machine);
  };
  for (const char* const index : {"i", "i * 16 % 1024", "i % 2"}) {
    CAPTURE(index);
    const auto report = scatter(64, index);
    CHECK(report.dram.reads == 64);
    CHECK(report.dram.writes == 64);
    CHECK(report.readBytes == 64 * Dram::burstBytes);
  }
  const auto each = [&](const std::string& index) {
    return (scatter(640, index).cycles - scatter(320, index).cycles) / 320;
  };
  CHECK(each("i * 16 % 1024") == 2);    // one burst per cycle, read or written
  CHECK(each("3") == latency + 1 + 1);  // the next word of a burst: when the write is queued, a cycle after it was sent
}

TEST_CASE("ordered updates proceed one vector at a time") {
  auto machine = hoplessMachine();
  for (const bool isPosted : {false, true}) {
    machine.ag.postedWrites = isPosted;
    const auto cycles = [&](const std::string& order) {
      return run(mapCount(64, "Foreach(n by 1 par 16) { i => s.RMW(i, 1.to[T], \"add\", \"" + order + "\") }\n"), 100,
                 machine)
          .cycles;
    };
    const Cycle update = isPosted ? 100 : 200;  // a read, and the write unless it is posted
    CHECK(cycles("ordered") >= 4 * update);
    CHECK(cycles("ordered") < 5 * update + 100);
    CHECK(cycles("unordered") < 400);
  }
}

TEST_CASE("ideal memory answers at once, a vector a cycle") {
  const auto ideal = memorySystem("ideal");
  std::vector<int> x(1024, 1);
  const auto cycles = [&](int vectors) {
    const auto report = simulate(gather(16 * vectors, "(i % 64) * 16"), {{"x.csv", ints(x)}}, hoplessMachine(), ideal);
    CHECK(report.output.argOuts.at("out").words[0] == static_cast<spatial::Word>(16 * vectors));
    return report.cycles;
  };
  CHECK(cycles(300) - cycles(100) == 200);
}

TEST_CASE("random reads give the words of the array, in order, from every body") {
  CHECK(rc::check("gather", [] {
    const int count = *rc::gen::inRange(1, 200), par = *rc::gen::element(1, 2, 3, 8);
    const auto bodies = std::to_string(par);
    std::vector<int> x, to, gold;
    for (int i = 0; i < 300; ++i) x.push_back(*rc::gen::inRange(-1000, 1000));
    for (int i = 0; i < count; ++i) to.push_back(*rc::gen::inRange(0, 300));
    for (const int i : to) gold.push_back(3 * x[static_cast<std::size_t>(i)]);
    const auto mapping =
        mapText(R"(
      val x = loadCSV1D[T]("x.csv")
      val to = loadCSV1D[Int]("to.csv")
      val x_dram = DRAM[T](x.length); setMem(x_dram, x)
      val to_dram = DRAM[Int](to.length); setMem(to_dram, to)
      val y_dram = DRAM[T](to.length)
      val n = ArgIn[Int]; setArg(n, to.length)
    )",
                "val s = SparseDRAM[T](" + bodies + ")(300, true)\ns.alias = x_dram\n" + "val t = SparseDRAM[Int](" +
                    bodies + ")(300, true)\nt.alias = to_dram\n" + "val y = SparseDRAM[T](" + bodies +
                    ")(300, true)\ny.alias = y_dram\n" + "Foreach((n + 15) / 16 by 1 par " + bodies + R"() { b =>
        Foreach(min(n, b * 16 + 16) - b * 16 by 1 par 16) { j => y(b * 16 + j) = 3 * s.barrierRead(t.barrierRead(b * 16 + j, Seq()), Seq()) }
      }
    )");
    const auto report = simulate(mapping, {{"x.csv", ints(x)}, {"to.csv", ints(to)}}, hoplessMachine(),
                                 memorySystem(*rc::gen::element<std::string>("ideal", "hbm2e", "ddr4-2133x4")));
    RC_ASSERT(toInts(report.output.drams.at("y_dram")) == gold);
  }));
}

TEST_CASE("updates from several bodies and several places all arrive") {
  CHECK(rc::check("histogram", [] {
    const int count = *rc::gen::inRange(1, 300), par = *rc::gen::element(1, 2, 3, 8);
    const auto bodies = std::to_string(par), generators = std::to_string(*rc::gen::element(1, 2, par));
    std::vector<int> x, gold(50, 0);
    for (int i = 0; i < count; ++i) {
      x.push_back(*rc::gen::inRange(-5, 40));
      if (x.back() < 0) continue;
      gold[static_cast<std::size_t>(x.back())] += i;
      gold[static_cast<std::size_t>(x.back()) + 10] += 7;
    }
    const auto mapping =
        mapText(R"(
      val x = loadCSV1D[T]("x.csv")
      val zeros = loadCSV1D[T]("zeros.csv")
      val x_dram = DRAM[T](x.length); setMem(x_dram, x)
      val y_dram = DRAM[T](zeros.length); setMem(y_dram, zeros)
      val n = ArgIn[Int]; setArg(n, x.length)
    )",
                "val y = SparseDRAM[T](" + generators +
                    ")(50, true)\ny.alias = y_dram\nval s = SRAM[T](512)\ns load x_dram(0::n par 16)\n" +
                    "Foreach((n + 15) / 16 by 1 par " + bodies + R"() { b =>
        Foreach(min(n, b * 16 + 16) - b * 16 by 1 par 16) { j =>
          y.RMW(s(b * 16 + j), b * 16 + j, "add", "unordered")
          y.RMW(mux(s(b * 16 + j) < 0, -1, s(b * 16 + j) + 10), 7, "add", "unordered")
        }
      }
    )");
    const auto report = simulate(mapping, {{"x.csv", ints(x)}, {"zeros.csv", ints(std::vector<int>(50, 0))}},
                                 hoplessMachine(), memorySystem(*rc::gen::element<std::string>("ideal", "hbm2e")));
    RC_ASSERT(toInts(report.output.drams.at("y_dram")) == gold);
  }));
}
