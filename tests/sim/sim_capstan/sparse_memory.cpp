// Unit: SpMU and shuffle network
// The sparse memory unit and the shuffle network in front of it: grants per cycle, latencies, and peak rates.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "addresses.h"
#include "fixed_dram.h"
#include "programs.h"
#include "sim/capstan/spmu.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// The mean number of accesses to the busiest bank for a vector of random addresses. P(no bank has more than k) =
/// lanes! / banks^lanes × [x^lanes] (Σ x^i / i!, i ≤ k)^banks.
double meanBusiestBank(int lanes, int banks) {
  const auto most = [&](int k) {
    std::vector<double> power(static_cast<std::size_t>(lanes) + 1);
    power[0] = 1;
    for (int bank = 0; bank < banks; ++bank) {
      auto next = std::vector<double>(power.size());
      for (int i = 0; i <= lanes; ++i) {
        for (int j = 0; j <= std::min(k, i); ++j) {
          next[static_cast<std::size_t>(i)] += power[static_cast<std::size_t>(i - j)] / std::tgamma(j + 1.0);
        }
      }
      power = next;
    }
    return power.back() * std::tgamma(lanes + 1.0) / std::pow(banks, lanes);
  };
  double mean = 0;
  for (int k = 0; k < lanes; ++k) mean += 1 - most(k);
  return mean;
}

/// Cycles until all accesses are granted. Each lane and each bank gets at most one per cycle.
Cycle schedule(const capstan::Machine& machine, const Addresses& addresses) {
  Spmu spmu(machine, true);
  const auto bankOf = [&](std::size_t access) { return addresses[access] % machine.pmu.banks; };
  std::size_t entered = 0, granted = 0;
  Cycle cycles = 0;
  while (granted < addresses.size()) {
    if (entered < addresses.size() && spmu.hasPlace()) {
      spmu.beginVector();
      for (int lane = 0; lane < 16; ++lane, ++entered)
        spmu.add(lane, bankOf(entered), static_cast<std::uint32_t>(entered));
    }
    std::uint32_t lanes = 0, banks = 0;
    spmu.allocate([&](std::uint32_t access) {
      const auto lane = 1u << access % 16, bank = 1u << bankOf(access);
      CHECK((lanes & lane) == 0);
      CHECK((banks & bank) == 0);
      CHECK(entered - access <= 16 * static_cast<std::size_t>(machine.spmu.window));
      lanes |= lane;
      banks |= bank;
      ++granted;
    });
    ++cycles;
  }
  return cycles;
}

/// `statement` of m(f.deq) for each address of a list, 16 per cycle; the bodies of the loop have equal parts of the
/// list.
Cycle cyclesOf(const std::string& memory, const std::string& statement, const Addresses& addresses,
               const capstan::Machine& machine = hoplessMachine(), int bodies = 1) {
  const auto par = std::to_string(bodies);
  const auto mapping = mapText(
      R"(
    val x = loadCSV1D[T]("x.csv")
    val x_dram = DRAM[T](x.length); setMem(x_dram, x)
    val n = ArgIn[Int]; setArg(n, x.length / )" +
          par + R"()
    val y_dram = DRAM[T](16)
  )",
      "val m = " + memory +
          "\nForeach(4096 by 1 par 16) { i => m.barrierWrite(i, i, Seq()) }\nval y = SRAM[T](16)\nForeach(" + par +
          " by 1 par " + par + ") { b =>\nval f = FIFO[Int](64)\nf load x_dram((b * n)::((b + 1) * n) par 16)\n" +
          statement + "\n}\ny_dram(0::" + par + " par 16) store y\n");
  FixedDram dram(1);
  return simulate(mapping, {{"x.csv", ints(addresses)}}, machine, dram, false).cycles;
}

std::string update(const std::string& order) {
  return "Foreach(n by 1 par 16) { i => m.RMW(f.deq, 1.to[T], \"add\", \"" + order + "\", Seq()) }\ny(b) = 0";
}
const std::string reads =
    "val acc = Reg[T](0.to[T])\nReduce(acc)(n by 1 par 16) { i => m.barrierRead(f.deq, Seq()) } { _ + _ }\ny(b) = acc";
const std::string plain = "SparseSRAM[T](4096)";

/// The cost of the vectors after the first `few`.
Cycle growth(const std::string& memory, const std::string& statement, const Addresses& addresses, std::size_t few) {
  const Addresses first(addresses.begin(), addresses.begin() + static_cast<std::ptrdiff_t>(16 * few));
  return cyclesOf(memory, statement, addresses) - cyclesOf(memory, statement, first);
}

}  // namespace

TEST_CASE(
    "without reordering a vector takes as many cycles as its busiest bank has accesses: 0.325 of the peak at random") {
  auto machine = capstanMachine();
  machine.spmu.window = 1;
  const auto addresses = randomAddresses(4000);
  const double expected = meanBusiestBank(machine.pcu.lanes, machine.pmu.banks);
  CHECK(1 / expected == doctest::Approx(0.325).epsilon(0.005));
  CHECK(schedule(machine, addresses) == busiestBanks(addresses, machine.pmu.banks));
  CHECK(4000 / static_cast<double>(schedule(machine, addresses)) == doctest::Approx(1 / expected).epsilon(0.01));
}

TEST_CASE(
    "the window of 16 vectors grants 80 % of random lanes, all lanes without conflicts, and one in a single bank") {
  const auto machine = capstanMachine();
  const auto random = randomAddresses(4000);
  CHECK(4000 / static_cast<double>(schedule(machine, random)) == doctest::Approx(0.80).epsilon(0.03 / 0.80));
  Addresses apart(16 * 500);
  std::iota(apart.begin(), apart.end(), 0);
  CHECK(schedule(machine, apart) == 500);
  CHECK(schedule(machine, Addresses(16 * 500, 3)) == 16 * 500);
  // Half of the vectors conflict at one bank, which limits the rate.
  Addresses mixed = apart;
  for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] = i / 16 % 2 ? mixed[i] : 16 * mixed[i];
  const auto cycles = schedule(machine, mixed);
  CHECK(cycles >= 250 * 16 + 250);
  CHECK(cycles <= busiestBanks(mixed, machine.pmu.banks));
}

TEST_CASE("reads and unordered updates keep the unit's rate in a program; ordered ones are served vector by vector") {
  const int banks = capstanMachine().pmu.banks;
  const auto random = randomAddresses(1100);
  for (const auto& statement : {reads, update("unordered")}) {
    const auto cycles = growth(plain, statement, random, 100);
    CHECK(1000 / static_cast<double>(cycles) == doctest::Approx(0.80).epsilon(0.03 / 0.80));
  }
  CHECK(growth(plain, update("ordered"), random, 100) ==
        busiestBanks(random, banks) - busiestBanks(Addresses(random.begin(), random.begin() + 1600), banks));
  Addresses apart(16 * 256), same(16 * 256, 77);
  std::iota(apart.begin(), apart.end(), 0);
  for (const auto& statement : {reads, update("unordered"), update("ordered")}) {
    CHECK(growth(plain, statement, apart, 56) == 200);
    CHECK(growth(plain, statement, same, 56) == 16 * 200);  // one word has one port
  }
}

TEST_CASE("an access takes its address stages, the unit's latency, and through a shuffle network its stages twice") {
  auto machine = hoplessMachine();
  const auto rounds = [&](const std::string& memory, int count) {
    const auto mapping =
        mapText("val y_dram = DRAM[T](16)",
                "val m = " + memory + "\nm.barrierWrite(0, 0, Seq())\nForeach(" + std::to_string(count) +
                    " by 1) { i => m.barrierWrite(0, m.barrierRead(0, Seq()) + 1, Seq()) }\nval y = SRAM[T](16)\n" +
                    "Foreach(1 by 1) { i => y(i) = m.barrierRead(0, Seq()) }\ny_dram(0::1) store y\n");
    FixedDram dram(1);
    const auto report = simulate(mapping, {}, machine, dram, false);
    CHECK(toInts(report.output.drams.at("y_dram")).at(0) == count);
    return report.cycles;
  };
  for (const int latency : {1, 6, 11}) {
    for (const int stages : {1, 4}) {
      for (const int way : {0, 3}) {
        machine.spmu.latency = latency;
        machine.shuffle.stages = stages;
        machine.network.fixedCycles = way;
        // It fires, is granted in the next cycle, and is reported in the one after; then its route back, and on to the
        // consumer.
        const Cycle access = 2 + machine.pmu.addressStages + latency + way;
        CHECK(rounds(plain, 50) - rounds(plain, 20) == 30 * 2 * access);
        CHECK(rounds("SparseParSRAM[T](2)(4096, true)", 50) - rounds("SparseParSRAM[T](2)(4096, true)", 20) ==
              30 * 2 * (access + 2 * stages));
      }
    }
  }
}

TEST_CASE("a shuffle network gives every body a vector a cycle if each accesses a partition of its own") {
  auto machine = hoplessMachine();
  for (const int bodies : {2, 4, 8, 16}) {
    const auto memory = "SparseParSRAM[T](" + std::to_string(bodies) + ")(4096, true)";
    const auto cycles = [&](int vectors, bool isApart) {
      Addresses addresses;  // partition b for body b or for all, each lane another bank
      for (int b = 0; b < bodies; ++b) {
        for (int i = 0; i < 16 * vectors; ++i) addresses.push_back(i % 16 * bodies + (isApart ? b : 0));
      }
      return cyclesOf(memory, reads, addresses, machine, bodies);
    };
    CAPTURE(bodies);
    CHECK(cycles(300, true) - cycles(100, true) == 200);
    CHECK(cycles(300, false) - cycles(100, false) == 200 * bodies);
  }
}

TEST_CASE("random traffic of 16 bodies is bound by the heads of the shuffle network's queues") {
  // Each lane is a switch of 16 inputs with a queue each. Head-of-line blocking reduces the rate to 2 - sqrt(2) for
  // many inputs (Karol, Hluchyj and Morgan 1987). A lane that may shift finds room more often.
  auto machine = hoplessMachine();
  constexpr int bodies = 16, vectors = 2100;
  const auto random = randomAddresses(bodies * vectors);
  const auto rate = [&](int shift) {
    machine.shuffle.laneShift = shift;
    const auto some =
        cyclesOf("SparseParSRAM[T](16)(4096, true)", reads, randomAddresses(bodies * 100), machine, bodies);
    return (vectors - 100) /
           static_cast<double>(cyclesOf("SparseParSRAM[T](16)(4096, true)", reads, random, machine, bodies) - some);
  };
  const double still = rate(0), near = rate(1), any = rate(-1);
  CHECK(still < 0.6184);  // the rate for 8 inputs
  CHECK(still > 0.95 * (2 - std::sqrt(2.0)));
  CHECK(near > still);
  CHECK(any > near);
}
