// Whole kernels: correct values for any parallelization and memory, and never faster than physical bounds.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "capstan/resources/resources.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

// bytes / peak bandwidth, and one vector per cycle and copy of the reduction.
void checkPhysics(const Report& report, const machine::MemorySystem& memory, int par, std::size_t nonZeros) {
  if (!memory.ideal) {
    const auto bytes = static_cast<double>(report.readBytes + report.writeBytes);
    CHECK(report.seconds >= bytes / (memory.peakGbPerSecond() * 1e9));
  }
  CHECK(report.cycles * 16 * par >= static_cast<Cycle>(nonZeros));
  for (const auto& row : report.units) {
    const auto& c = row.counters;
    CHECK(c.active + c.stall + c.starve + c.done == report.cycles * row.copies());
  }
}

}  // namespace

TEST_CASE("SpMV has the same result for every outer par and every memory") {
  const auto a = randomCsr(11, 300, 500, 70);
  for (const std::string name : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    const auto memory = memorySystem(name);
    Cycle before = never;
    for (const int par : {1, 2, 8, 16}) {
      const auto report = simulate(mapText(spmvHost, spmvAccel(par)), spmvFiles(a), capstanMachine(), memory);
      CHECK(toInts(report.output.drams.at("y_dram")) == spmvResult(a));
      checkPhysics(report, memory, par, a.crd.size());
      if (memory.ideal) CHECK(report.cycles < before);
      before = report.cycles;
    }
  }
}

TEST_CASE("SpMV of random shapes, with empty rows and matrices") {
  const auto ideal = memorySystem("ideal");
  CHECK(rc::check("SpMV", [&] {
    const auto a = randomCsr(*rc::gen::arbitrary<unsigned>(), *rc::gen::inRange(1, 40), *rc::gen::inRange(1, 60),
                             *rc::gen::inRange(0, 90));
    const int par = *rc::gen::element(1, 2, 3, 8, 16);
    const auto report = simulate(mapText(spmvHost, spmvAccel(par)), spmvFiles(a), capstanMachine(), ideal);
    RC_ASSERT(toInts(report.output.drams.at("y_dram")) == spmvResult(a));
  }));
}

TEST_CASE("SDDMM of the paper's listing") {
  const std::string host = R"(
    val pos = loadCSV1D[Int]("pos.csv")
    val crd = loadCSV1D[Int]("crd.csv")
    val vals = loadCSV1D[T]("vals.csv")
    val c = loadCSV1D[T]("C.csv")
    val d = loadCSV1D[T]("D.csv")
    val n = ArgIn[Int]; setArg(n, pos.length - 1)
    val r = ArgIn[Int]; setArg(r, 21)
    val pos_dram = DRAM[Int](pos.length); setMem(pos_dram, pos)
    val crd_dram = DRAM[Int](crd.length); setMem(crd_dram, crd)
    val vals_dram = DRAM[T](vals.length); setMem(vals_dram, vals)
    val C_dram = DRAM[T](c.length); setMem(C_dram, c)
    val D_dram = DRAM[T](d.length); setMem(D_dram, d)
    val A_dram = DRAM[T](vals.length)
  )";
  const std::string accel = R"(
    val pos = SRAM[Int](65536)
    pos load pos_dram(0::(n + 1) par 16)
    Foreach(n by 1 par PAR) { i =>
      val out = FIFO[T](16)
      val begin = pos(i)
      val end = pos(i + 1)
      val len = end - begin
      val crd = FIFO[Int](16)
      crd load crd_dram(begin::end par 1)
      val vals = FIFO[T](16)
      vals load vals_dram(begin::end par 1)
      val C = SRAM[T](16384)
      C load C_dram((i * r)::((i + 1) * r) par 16)
      Foreach(len by 1 par 1) { p =>
        val j = crd.deq
        val b = vals.deq
        val D = SRAM[T](16384)
        D load D_dram((j * r)::((j + 1) * r) par 16)
        val sum = Reg[T](0.to[T])
        Reduce(sum)(r by 1 par 16) { k => b * C(k) * D(k) } { _ + _ }
        out.enq(sum)
      }
      A_dram stream_store_vec(begin, out, len)
    }
  )";
  const auto b = randomCsr(7, 25, 6, 20);
  std::vector<int> c, d, gold;
  for (int i = 0; i < 25 * 21; ++i) c.push_back(i % 11 - 5);
  for (int i = 0; i < 6 * 21; ++i) d.push_back(i % 7 - 3);
  for (std::size_t i = 0; i < 25; ++i) {
    for (int p = b.pos[i]; p < b.pos[i + 1]; ++p) {
      const auto q = static_cast<std::size_t>(p), j = static_cast<std::size_t>(b.crd[q]);
      int sum = 0;
      for (std::size_t k = 0; k < 21; ++k) sum += b.vals[q] * c[i * 21 + k] * d[j * 21 + k];
      gold.push_back(sum);
    }
  }
  const HostFiles files{{"pos.csv", ints(b.pos)},
                        {"crd.csv", ints(b.crd)},
                        {"vals.csv", ints(b.vals)},
                        {"C.csv", ints(c)},
                        {"D.csv", ints(d)}};
  for (const std::string par : {"1", "2", "12"}) {
    auto text = accel;
    text.replace(text.find("PAR"), 3, par);
    const auto mapping = mapText(host, text);
    CHECK(capstan::resourcesOf(mapping, capstanMachine()).used.mc == 5 * std::stoi(par) + 1);
    for (const std::string memory : {"ideal", "hbm2e"}) {
      const auto report = simulate(mapping, files, capstanMachine(), memorySystem(memory));
      CHECK(toInts(report.output.drams.at("A_dram")) == gold);
    }
  }
}
