// Unit: all
// All units of a cycle see the state before the cycle, in any order of visits.
#include <doctest/doctest.h>

#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

void checkBothWays(const capstan::Mapping& mapping, const HostFiles& files) {
  auto machine = capstanMachine();
  machine.network.model = capstan::NetworkModel::PointToPoint;  // on shared links the order of arrival matters
  Options reversed;
  reversed.isReversed = true;
  const auto memory = memorySystem("ideal");
  CHECK(simulate(mapping, files, machine, memory).cycles == simulate(mapping, files, machine, memory, reversed).cycles);
}

const std::vector<std::string> programs{// Ordered updates from several bodies, then random access to DRAM.
                                        R"(val y = SparseDRAM[T](4)(1024, true)
       y.alias = y_dram
       val next = SparseParSRAMSwizzle[Int](4)(1, true)
       next.barrierWrite(0, 0, Seq())
       Foreach(300 by 1 par 4) { i =>
         val work = Reg[Int](0)
         Reduce(work)(i % 7 * 16 by 1 par 16) { j => 1 } { _ + _ }
         val end = next.RMW(0, work - work + 1, "add", "ordered", Seq())
         y.barrierWrite(i, end, Seq())
       })",
                                        // A bit vector is built and scanned.
                                        R"(val f = FIFO[Int](16)
       x_dram stream_load_vec(0, n, f)
       val v = FIFO[U32](16)
       gen_bitvector(0, 4096, n, f, v)
       val acc = Reg[Int](0)
       Reduce(acc)(ScanRed(16, 4096, "or", v.deq)) { case List(j, p) => j + p } { _ + _ }
       out := acc)",
                                        // Tiles are loaded, read at addresses from data, and stored.
                                        R"(Foreach(8 by 1) { t =>
         val s = SRAM[T](128)
         s load x_dram((t * 128)::((t + 1) * 128) par 16)
         val r = SRAM[T](128)
         Foreach(128 by 1 par 16) { i => r(i) = s(s(i) % 128) + t }
         y_dram((t * 128)::((t + 1) * 128) par 16) store r
       })"};

}  // namespace

TEST_CASE("the order in which the units of a cycle are visited does not matter") {
  const auto a = randomCsr(11, 300, 500, 70);
  for (const int par : {1, 2, 16}) {
    CAPTURE(par);
    checkBothWays(mapText(spmvHost, spmvAccel(par)), spmvFiles(a));
  }
  std::vector<int> x;
  for (int i = 0; i < 1024; ++i) x.push_back(4 * i);
  for (const auto& program : programs) {
    CAPTURE(program);
    checkBothWays(mapText(vectorHost, program), {{"x.csv", ints(x)}});
  }
}
