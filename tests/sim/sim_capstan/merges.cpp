// Unit: merger of ascending sequences
// Closed forms of the merger: a vector per cycle, and a level of its tree for each doubling of the inputs.
#include <doctest/doctest.h>

#include "capstan/resources/resources.h"
#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// `ways` loops produce `length` elements each, `par` per cycle, and a Reduce consumes the merged elements.
std::string merging(int ways, int length, int par, const std::string& sorts) {
  const auto n = std::to_string(length), p = std::to_string(par);
  std::string text, list;
  for (int w = 0; w < ways; ++w) {
    const auto name = "f" + std::to_string(w);
    text += "val " + name + " = FIFO[Int](16)\nForeach(" + n + " by 1 par " + p + ") { i => " + name + ".enq(i) }\n";
    list += ", " + n + ", " + name;
  }
  return text + "val m = FIFO[Int](16)\nmerge(" + p + ", " + sorts + ", m" + list +
         ")\nval acc = Reg[Int](0)\nReduce(acc)(" + std::to_string(ways * length) + " by 1 par " + p +
         ") { i => m.deq } { _ + _ }\nout := acc\n";
}

Cycle cycles(const std::string& accel, const capstan::Machine& machine) {
  FixedDram dram(1);
  return simulate(mapText(vectorHost, accel, "Int", machine), {{"x.csv", ints({0})}}, machine, dram, false).cycles;
}

}  // namespace

TEST_CASE("a merge outputs a vector a cycle, for any number of inputs, sorting or not") {
  const auto machine = hoplessMachine();
  for (const int ways : {1, 2, 3, 4, 8}) {
    for (const int par : {1, 4, 16}) {
      for (const auto* sorts : {"false", "true"}) {
        CAPTURE(ways);
        CAPTURE(par);
        const auto of = [&](int vectors) { return cycles(merging(ways, vectors * par, par, sorts), machine); };
        CHECK(of(300) - of(100) == 200 * ways);
      }
    }
  }
}

TEST_CASE("the first vector passes one level of mergers for each doubling of the inputs") {
  const auto machine = hoplessMachine();
  const auto network = machine.network.fixedCycles;
  const Cycle arrival = 1 + machine.pcu.stages + network;  // of the elements produced in cycle 1
  const Cycle reduced = machine.pcu.stages + machine.pcu.reduceLatency + network;
  const auto of = [&](int ways) { return cycles(merging(ways, 16, 16, "true"), machine); };
  const auto wanted = [&](int ways, int levels) {
    return arrival + levels * (machine.pcu.stages + network) + (ways - 1) + reduced;
  };
  CHECK(of(1) == wanted(1, 1));
  CHECK(of(2) == wanted(2, 1));
  CHECK(of(4) == wanted(4, 2));
  CHECK(of(5) == wanted(5, 3));
  CHECK(of(8) == wanted(8, 3));
}

TEST_CASE("a two-way merger is a PCU, and a wider one is a tree of them") {
  const auto machine = hoplessMachine();
  const auto used = [&](int ways) {
    return capstan::resourcesOf(mapText(vectorHost, merging(ways, 16, 16, "false")), machine).used;
  };
  for (const int ways : {2, 3, 4, 8}) {
    CHECK(used(ways).pcu == ways - 1);
    CHECK(used(ways).pmu - used(1).pmu == ways - 1);  // loops of integers that produce
  }
}
