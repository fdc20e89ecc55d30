// Unit: scanner and bit-vector builder
// Closed forms of the bit-vector builder and of the scanner: earliest legal cycles and peak rates.
#include <doctest/doctest.h>

#include <algorithm>

#include "capstan/resources/resources.h"
#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

std::vector<int> every(int step, int bits) {
  std::vector<int> x;
  for (int i = 0; i < bits; i += step) x.push_back(i);
  return x;
}

/// Cycles of a program with the coordinates x.
Cycle cycles(const std::string& accel, const std::vector<int>& x, const capstan::Machine& machine) {
  FixedDram dram(1);
  return simulate(mapText(vectorHost, accel, "Int", machine), {{"x.csv", ints(x)}}, machine, dram, false).cycles;
}

/// A loop produces all words, a tile per cycle; `mask` decides whether bit b of each word is set.
std::string words(int bits, const std::string& mask, const std::string& name = "v") {
  return "val " + name + " = FIFO[U32](16)\nForeach(" + std::to_string(bits / 32) + " by 1 par 16) { w => " + name +
         ".enq(" + mask + ".to[U32]) }\n";
}
std::string scan(int bits, int par, const std::string& vectors) {
  const bool isOne = vectors.find(',') == std::string::npos;
  return "val acc = Reg[Int](0)\nReduce(acc)(ScanRed(" + std::to_string(par) + ", " + std::to_string(bits) +
         ", \"or\", " + vectors + ")) { case List(" + (isOne ? "j, p" : "j, p, o, q") +
         ") => 1 } { _ + _ }\nout := acc\n";
}

const std::string ones = "4294967295", zeros = "0";

}  // namespace

TEST_CASE("the first iteration of a scan comes one cycle after its tile, and the scan ends as soon as it can") {
  const auto machine = hoplessMachine();
  const auto network = machine.network.fixedCycles;
  const Cycle words1 = 1 + machine.pcu.stages + network;                // the loop produces the tile in cycle 1
  const Cycle found = words1 + 512 / machine.scanner.bitsPerCycle - 1;  // the last window of the tile is scanned
  const Cycle told = found + 1;
  const Cycle reduced = machine.pcu.stages + machine.pcu.reduceLatency + network;
  for (const auto& mask : {zeros, std::string("1")}) {
    CHECK(cycles(words(512, mask) + scan(512, 16, "v.deq"), {0}, machine) == told + 1 + reduced);
  }
  // A separate unit scans two vectors.
  CHECK(cycles(words(512, zeros) + words(512, zeros, "u") + scan(512, 16, "v.deq, u.deq"), {0}, machine) ==
        told + machine.pcu.stages + network + reduced);
}

TEST_CASE("a scan examines a fixed number of bits a cycle, and outputs at most a vector") {
  auto machine = hoplessMachine();
  const auto growth = [&](const std::string& mask, int par) {
    const auto of = [&](int bits) { return cycles(words(bits, mask) + scan(bits, par, "v.deq"), {0}, machine); };
    return of(512 * 300) - of(512 * 100);
  };
  constexpr int bits = 512 * 200;
  CHECK(growth(ones, 16) == bits / 16);
  CHECK(growth(ones, 4) == bits / 4);
  CHECK(growth(ones, 1) == bits);
  CHECK(growth(zeros, 16) == bits / 256);
  CHECK(growth("1", 16) == bits / 256);      // 16 of a tile's 512 bits: two windows
  CHECK(growth("65537", 16) == bits / 256);  // 32 of them: two vectors
  CHECK(growth("16843009", 16) == bits / 512 * 4);
  CHECK(growth("1", 4) == bits / 512 * 4);
  machine.scanner.bitsPerCycle = 64;
  CHECK(growth(zeros, 16) == bits / 64);
  CHECK(growth(ones, 16) == bits / 16);
}

TEST_CASE("scans in a row follow each other without a gap") {
  const auto machine = hoplessMachine();
  const auto of = [&](int scans, const std::string& mask) {
    const auto text =
        "val v = FIFO[U32](16)\nForeach(" + std::to_string(16 * scans) + " by 1 par 16) { w => v.enq(" + mask +
        ".to[U32]) }\nval all = Reg[Int](0)\nReduce(all)(" + std::to_string(scans) +
        " by 1) { i =>\nval acc = Reg[Int](0)\nReduce(acc)(ScanRed(16, 512, \"or\", v.deq)) { case List(j, p) "
        "=> 1 } { _ + _ }\nacc\n} { _ + _ }\nout := all\n";
    return cycles(text, {0}, machine);
  };
  CHECK(of(300, ones) - of(100, ones) == 200 * 32);
  CHECK(of(300, zeros) - of(100, zeros) == 200 * 2);
}

TEST_CASE("a builder takes a vector of coordinates a cycle and outputs a tile a cycle") {
  const auto machine = hoplessMachine();
  const auto of = [&](const std::vector<int>& x, int bits) {
    const auto size = std::to_string(bits);
    return cycles("val f = FIFO[Int](16)\nx_dram stream_load_vec(0, n, f)\nval v = FIFO[U32](16)\ngen_bitvector(0, " +
                      size + ", n, f, v)\nval acc = Reg[Int](0)\nReduce(acc)(" + std::to_string(bits / 32) +
                      " by 1 par 16) { w => mux(v.deq == 0.to[U32], 0, 1) } { _ + _ }\nout := acc\n",
                  x, machine);
  };
  const auto growth = [&](int step) {
    return of(every(step, 512 * 300), 512 * 300) - of(every(step, 512 * 100), 512 * 100);
  };
  CHECK(growth(1) == 512 * 200 / 16);  // as fast as the coordinates arrive
  CHECK(growth(64) == 200);            // a tile per cycle
  CHECK(growth(16) == 400);            // 32 coordinates per tile
  CHECK(of({}, 512 * 300) - of({}, 512 * 100) == 200);
  // One coordinate, one tile: the coordinate arrives and the tile leaves in the same cycle.
  const auto network = machine.network.fixedCycles;
  const Cycle arrival = 1 + 1 + machine.ag.pipelineCycles + 1 + network;
  CHECK(of({5}, 512) ==
        arrival + machine.pcu.stages + network + machine.pcu.stages + machine.pcu.reduceLatency + network);
}

TEST_CASE("a builder and a scanner of two vectors are a PCU each; a scan of one vector needs none") {
  const auto machine = hoplessMachine();
  const auto used = [&](const std::string& accel) {
    return capstan::resourcesOf(mapText(vectorHost, accel), machine).used;
  };
  const auto one = words(512, ones) + scan(512, 16, "v.deq");
  const auto two = words(512, ones) + words(512, ones, "u") + scan(512, 16, "v.deq, u.deq");
  CHECK(used(one).pcu == 0);
  CHECK(used(one).pmu == 3);  // integers: the loop, the Reduce, the ArgOut
  CHECK(used(two).pcu == 1);
  CHECK(used(two).pmu == 4);
  const std::string built =
      "val f = FIFO[Int](16)\nx_dram stream_load_vec(0, n, f)\nval v = FIFO[U32](16)\n"
      "gen_bitvector(0, 512, n, f, v)\n";
  CHECK(used(built + scan(512, 16, "v.deq")).pcu == 1);
  CHECK(used(built + scan(512, 16, "v.deq")).pmu == 2);
}

TEST_CASE("windows of any size and any number of outputs: a tile takes the larger of its windows and its vectors") {
  auto machine = hoplessMachine();
  const auto growth = [&](const std::string& mask) {
    const auto of = [&](int tiles) {
      return cycles(words(512 * tiles, mask) + scan(512 * tiles, machine.scanner.outputsPerCycle, "v.deq"), {0},
                    machine);
    };
    return of(300) - of(100);
  };
  for (const int window : {32, 128, 256, 512}) {
    for (const int outputs : {1, 4, 16}) {
      machine.scanner.bitsPerCycle = window;
      machine.scanner.outputsPerCycle = outputs;
      CAPTURE(window);
      CAPTURE(outputs);
      const int windows = 512 / window;
      CHECK(growth(zeros) == 200 * windows);
      CHECK(growth(ones) == 200 * windows * std::max(1, window / outputs));
      CHECK(growth("1") == 200 * windows * std::max(1, window / 32 / outputs));  // a bit of each word
    }
  }
  machine.scanner.outputsPerCycle = 4;
  CHECK_THROWS_AS(mapText(vectorHost, words(512, ones) + scan(512, 16, "v.deq"), "Int", machine), Error);
}

TEST_CASE("an intersection outputs the common bits, a union the bits of either vector, at the same rate") {
  const auto machine = hoplessMachine();
  const auto growth = [&](const std::string& mode, const std::string& a, const std::string& b) {
    const auto of = [&](int tiles) {
      auto text = words(512 * tiles, a) + words(512 * tiles, b, "u") + scan(512 * tiles, 16, "v.deq, u.deq");
      text.replace(text.find("\"or\""), 4, mode);
      return cycles(text, {0}, machine);
    };
    return of(300) - of(100);
  };
  const int perCycle = machine.scanner.outputsPerCycle;
  CHECK(growth("\"and\"", ones, zeros) == 200 * 512 / machine.scanner.bitsPerCycle);
  CHECK(growth("\"or\"", ones, zeros) == 200 * 512 / perCycle);
  CHECK(growth("\"and\"", ones, ones) == 200 * 512 / perCycle);
  CHECK(growth("\"and\"", ones, "65535") == 200 * 256 / perCycle);
}

TEST_CASE("a builder takes one coordinate for each input a cycle") {
  auto machine = hoplessMachine();
  const auto of = [&](int tiles) {
    const auto size = std::to_string(512 * tiles);
    return cycles("val f = FIFO[Int](16)\nx_dram stream_load_vec(0, n, f)\nval v = FIFO[U32](16)\ngen_bitvector(0, " +
                      size + ", n, f, v)\nval acc = Reg[Int](0)\nReduce(acc)(" + std::to_string(16 * tiles) +
                      " by 1 par 16) { w => mux(v.deq == 0.to[U32], 0, 1) } { _ + _ }\nout := acc\n",
                  every(1, 512 * tiles), machine);
  };
  for (const int coordinates : {1, 4, 16}) {
    machine.bitVector.coordinatesPerCycle = coordinates;
    CHECK(of(60) - of(20) == 40 * 512 / coordinates);
  }
}
