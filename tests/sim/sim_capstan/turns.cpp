// Unit: order of updates
// Ordered updates from the bodies of a loop.
#include <doctest/doctest.h>

#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

std::string host(int count) {
  return "val zeros = loadCSV1D[T](\"zeros.csv\")\nval y_dram = DRAM[T](zeros.length); setMem(y_dram, zeros)\n"
         "val n = ArgIn[Int]; setArg(n, " +
         std::to_string(count) + ")\n";
}

/// The contents of y after the updates of `accel`: the same with every memory.
std::vector<int> stored(int count, int words, const std::string& accel) {
  const auto mapping = mapText(host(count), accel);
  const HostFiles files{{"zeros.csv", ints(std::vector<int>(static_cast<std::size_t>(words), 0))}};
  const auto with = [&](const char* memory) {
    const auto report = simulate(mapping, files, capstanMachine(), memorySystem(memory));
    return toInts(report.output.drams.at("y_dram"));
  };
  const auto expected = with("ideal");
  for (const auto* memory : {"hbm2e", "ddr4-2133x4"}) CHECK((with(memory) == expected));
  return expected;
}

}  // namespace

TEST_CASE("ordered updates from the bodies of a loop are carried out in the order of its iterations") {
  for (const int bodies : {1, 2, 3, 8}) {
    for (const int count : {0, 1, 2, 7, 8, 50}) {
      CAPTURE(bodies);
      CAPTURE(count);
      const auto par = std::to_string(bodies);
      // Iterations take very different times before they reach the update.
      const auto y = stored(count, 64,
                            "val y = SparseDRAM[T](" + par +
                                ")(64, true)\ny.alias = y_dram\nval next = SparseParSRAMSwizzle[Int](" + par +
                                ")(1, true)\nnext.barrierWrite(0, 0, Seq())\nForeach(n by 1 par " + par + R"() { i =>
        val work = Reg[Int](0)
        Reduce(work)((n - i) * 16 by 1 par 1) { j => 1 } { _ + _ }
        val end = next.RMW(0, work - work + i + 1, "add", "ordered", Seq())
        y.barrierWrite(i, end, Seq())
      })");
      for (int i = 0; i < count; ++i) CHECK(y[static_cast<std::size_t>(i)] == (i + 1) * (i + 2) / 2);
    }
  }
}

TEST_CASE("a restarted loop begins with its first body, independent of the body of its last iteration") {
  for (const int inner : {0, 1, 3, 4, 5}) {
    CAPTURE(inner);
    const auto times = std::to_string(inner);
    const auto y = stored(4, 64,
                          R"(val y = SparseDRAM[T](4)(64, true)
      y.alias = y_dram
      val next = SparseParSRAMSwizzle[Int](4)(1, true)
      next.barrierWrite(0, 0, Seq())
      Foreach(n by 1 par 1) { o =>
        Foreach()" + times + R"( by 1 par 4) { i =>
          val work = Reg[Int](0)
          Reduce(work)(20 - 4 * i by 1 par 1) { j => 1 } { _ + _ }
          val end = next.RMW(0, work - work + 1, "add", "ordered", Seq())
          y.barrierWrite(o * )" +
                              times + R"( + i, end, Seq())
        }
      })");
    for (int i = 0; i < 4 * inner; ++i) CHECK(y[static_cast<std::size_t>(i)] == i + 1);
  }
}

TEST_CASE("all ordered updates of one iteration come before those of the next") {
  const auto y = stored(9, 64, R"(val y = SparseDRAM[T](4)(64, true)
    y.alias = y_dram
    val next = SparseParSRAMSwizzle[Int](4)(1, true)
    next.barrierWrite(0, 0, Seq())
    Foreach(n by 1 par 4) { i =>
      val a = next.RMW(0, 1, "add", "ordered", Seq())
      Foreach(3 by 1) { k =>
        val b = next.RMW(0, 1, "add", "ordered", Seq())
        y.barrierWrite(i * 4 + k + 1, b, Seq())
      }
      y.barrierWrite(i * 4, a, Seq())
    })");
  for (int i = 0; i < 36; ++i) CHECK(y[static_cast<std::size_t>(i)] == i + 1);
}

TEST_CASE(
    "ordered updates from all bodies together are carried out one a cycle at most, and one a cycle when all are ready") {
  const auto cycles = [](int count, int bodies) {
    const auto par = std::to_string(bodies);
    const auto mapping = mapText(host(count), "val next = SparseParSRAMSwizzle[Int](" + par +
                                                  ")(1, true)\nnext.barrierWrite(0, 0, Seq())\nForeach(n by 1 par " +
                                                  par + ") { i => next.RMW(0, 1, \"add\", \"ordered\", Seq()) }");
    return simulate(mapping, {{"zeros.csv", ints({0})}}, hoplessMachine(), memorySystem("ideal")).cycles;
  };
  for (const int bodies : {2, 4, 16}) CHECK(cycles(640, bodies) - cycles(320, bodies) == 320);
}
