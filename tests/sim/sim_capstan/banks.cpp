// Unit: PMU
// The banks of a dense SRAM: each reads one word and writes one word per cycle. The compiler banks a memory so that
// lanes with a constant stride never conflict; lanes with addresses known only at run time are serialized.
#include <doctest/doctest.h>

#include <numeric>

#include "addresses.h"
#include "capstan/mapping/banking.h"
#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

Report run(const std::string& accel, const Addresses& addresses, const capstan::Machine& machine = hoplessMachine()) {
  FixedDram dram(1);
  return simulate(mapText(vectorHost, "val f = FIFO[Int](64)\n" + accel), {{"x.csv", ints(addresses)}}, machine, dram,
                  false);
}

/// Reads s(index) for all of 16 x vectors iterations i.
std::string reading(const std::string& index) {
  return "val s = SRAM[T](4096)\nForeach(4096 by 1 par 16) { i => s(i) = i }\nf load x_dram(0::n par 16)\nval acc = Reg[T](0.to[T])\n"
         "Reduce(acc)(n by 1 par 16) { i => s(" +
         index + ") + f.deq } { _ + _ }\nout := acc";
}
const std::string gather =
    "val s = SRAM[T](4096)\nForeach(4096 by 1 par 16) { i => s(i) = i }\nf load x_dram(0::n par 16)\nval acc = Reg[T](0.to[T])\n"
    "Reduce(acc)(n by 1 par 16) { i => s(f.deq) } { _ + _ }\nout := acc";
const std::string scatter =
    "val s = SRAM[T](4096)\nf load x_dram(0::n par 16)\nForeach(n by 1 par 16) { i => s(f.deq) = i }\n"
    "y_dram(0::16 par 16) store s";

/// The cost of the vectors of `addresses` after the first 100.
Cycle growth(const std::string& accel, const Addresses& addresses, const capstan::Machine& machine = hoplessMachine()) {
  return run(accel, addresses, machine).cycles -
         run(accel, Addresses(addresses.begin(), addresses.begin() + 1600), machine).cycles;
}
Cycle busiestBehind100(const Addresses& addresses, int banks) {
  return busiestBanks(Addresses(addresses.begin() + 1600, addresses.end()), banks, true);
}

Addresses each(int vectors, int (*address)(int)) {
  Addresses all;
  for (int i = 0; i < 16 * vectors; ++i) all.push_back(address(i) % 4096);
  return all;
}

}  // namespace

TEST_CASE("lanes with any constant stride through an SRAM read a vector a cycle") {
  const auto zeros = each(250, [](int) { return 0; });
  for (const std::string index : {"i", "i + 3", "0", "i * 1", "4000 - i"}) CHECK(growth(reading(index), zeros) == 150);
  const auto few = each(110, [](int) { return 0; });
  for (const std::string index : {"i * 2", "i + i", "2 * i + 5", "i * 2 - i"}) CHECK(growth(reading(index), few) == 10);
}

TEST_CASE("lanes with addresses from data conflict in the banks: one distinct word of each bank a cycle") {
  auto machine = hoplessMachine();
  for (const int banks : {16, 8, 32}) {
    machine.pmu.banks = banks;
    const std::vector<Addresses> all{
        randomAddresses(400),                       // 0.325 of the peak on 16 banks
        each(400, [](int i) { return i; }),         // neighbours do not conflict
        each(400, [](int) { return 77; }),          // one word goes to all lanes
        each(400, [](int i) { return i * 16; }),    // one bank
        each(400, [](int i) { return i / 4 * 4; })  // every fourth bank, four lanes each
    };
    for (const auto& addresses : all) {
      CAPTURE(banks);
      CHECK(growth(gather, addresses, machine) == busiestBehind100(addresses, banks));
      CHECK(growth(scatter, addresses, machine) == busiestBehind100(addresses, banks));
    }
    const auto sum = run(gather, all[0], machine).output.argOuts.at("out").words[0];
    CHECK(sum == static_cast<spatial::Word>(std::accumulate(all[0].begin(), all[0].end(), 0)));
  }
  CHECK(static_cast<double>(busiestBehind100(randomAddresses(400), 16)) / 300 ==
        doctest::Approx(1 / 0.325).epsilon(0.02));
}

TEST_CASE("each body reads a copy of an SRAM, so that none waits for another") {
  const auto cycles = [](int bodies, int vectors) {
    const std::string number = std::to_string(bodies);
    FixedDram dram(1);
    return simulate(mapText(vectorHost,
                            "val s = SRAM[T](4096)\nForeach(4096 by 1 par 16) { i => s(i) = i }\n"
                            "val y = SRAM[T](16)\nForeach(" +
                                number + " by 1 par " + number +
                                ") { b =>\nval acc = Reg[T](0.to[T])\n"
                                "Reduce(acc)(n by 1 par 16) { i => s(i) } { _ + _ }\ny(b) = acc\n}\n"
                                "y_dram(0::16 par 16) store y"),
                    {{"x.csv", ints(Addresses(static_cast<std::size_t>(16 * vectors)))}}, hoplessMachine(), dram, false)
        .cycles;
  };
  for (const int bodies : {1, 2, 8}) {
    CAPTURE(bodies);
    CHECK(cycles(bodies, 200) - cycles(bodies, 100) == 100);
    CHECK(cycles(bodies, 200) == cycles(1, 200));
  }
}

TEST_CASE("an SRAM read takes its address stages, one cycle, and its route") {
  auto machine = hoplessMachine();
  const auto chain = [&](int reads) {  // a search: each read needs the previous word
    std::string index = "i";
    for (int r = 0; r < reads; ++r) index = "s(" + index + ")";
    return run("val s = SRAM[T](4096)\nForeach(4096 by 1 par 16) { i => s(i) = i }\nval acc = Reg[T](0.to[T])\nReduce(acc)(16 by 1 par 16) { i => " +
                   index + " } { _ + _ }\nout := acc",
               Addresses(16), machine)
        .cycles;
  };
  for (const int stages : {6, 2}) {
    for (const int way : {0, 3}) {
      machine.pmu.addressStages = stages;
      machine.network.fixedCycles = way;
      CHECK(chain(3) - chain(2) == stages + 1 + way);
      CHECK(chain(2) - chain(1) == stages + 1 + way);
    }
  }
}
