// What programs become on Capstan: units, channels, and what does not fit.
#include "capstan/mapping.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "capstan/resources.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::capstan;

TEST_CASE("SpMV at outer par 16 uses 35 MCs and 16 shuffle networks, as published") {
  const auto mapping = mapped(spmv(16, "SparseParSRAMSwizzle[Int](16)(65536, true)"));
  const auto resources = resourcesOf(mapping, machine());
  CHECK(resources.used.mc == 35);
  CHECK(resources.used.shuffle == 16);
  // x in 16 parts, pos twice for each body, y once
  CHECK(resources.used.pmu == 16 + 2 * 16 + 1);
  CHECK_NOTHROW(requireFits(mapping, machine()));
  Units sum;
  for (const auto& row : resources.rows) {
    sum.pcu += row.units.pcu;
    sum.pmu += row.units.pmu;
    sum.mc += row.units.mc;
    sum.shuffle += row.units.shuffle;
  }
  CHECK(sum.pcu == resources.used.pcu);
  CHECK(sum.pmu == resources.used.pmu);
  CHECK(sum.mc == resources.used.mc);
  CHECK(sum.shuffle == resources.used.shuffle);
}

TEST_CASE("a program that does not fit says what is missing and what would fit") {
  const auto mapping = mapped(spmv(48, "SparseSRAM[Int](65536)"));
  try {
    requireFits(mapping, machine());
    FAIL("it fits");
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Unsupported);
    CHECK(error.diagnostic().what == "the program needs 99 MCs (DRAM address generators), but capstan has 80");
    CHECK(error.diagnostic().remedy == "environment(outerPar, 38) at most");  // 2 * 38 + 3 = 79
    CHECK_NOTHROW(requireFits(mapped(spmv(38, "SparseSRAM[Int](65536)")), machine()));
    CHECK_THROWS_AS(requireFits(mapped(spmv(39, "SparseSRAM[Int](65536)")), machine()), Error);
  }
}

TEST_CASE("a sparse memory larger than its units is refused") {
  CHECK_THROWS_AS(resourcesOf(mapped(spmv(1, "SparseSRAM[Int](65537)")), machine()), Error);
}

TEST_CASE("a memory between the stages of a loop is double-buffered") {
  const auto mapping = mapped(R"(
    Foreach(n by 1) { i =>
      val s = SRAM[Int](40000)
      s load a_dram(i::n par 16)
      val acc = Reg[Int](0)
      Reduce(acc)(n by 1 par 16) { p => s(p) } { _ + _ }
      val f = FIFO[Int](16)
      f.enq(acc)
      y_dram stream_store_vec(i, f, 1)
    }
)");
  REQUIRE(mapping.memories.size() == 1);
  CHECK(mapping.memories[0].buffers == 2);
  CHECK(resourcesOf(mapping, machine()).used.pmu == 2);  // 80,000 words
}

TEST_CASE("the value of an outer Reduce is a stage behind those of its body") {
  const auto mapping = mapped(R"(
    val acc = Reg[Int](0)
    Reduce(acc)(n by 1 par 2) { i =>
      val s = SRAM[Int](16)
      Foreach(16 by 1 par 1) { j => s(j) = i }
      Foreach(16 by 1 par 1) { j => s(j) = i + j }
      s(3)
    } { _ + _ }
    val f = FIFO[Int](16)
    f.enq(acc)
    y_dram stream_store_vec(0, f, 1)
)");
  REQUIRE(mapping.memories.size() == 2);  // one for each copy
  for (const auto& memory : mapping.memories) CHECK(memory.buffers == 3);
}

TEST_CASE("a value that a loop carries in a Reg is refused") {
  CHECK_THROWS_AS(mapped(R"(
    val r = Reg[Int](0)
    Foreach(n by 1) { i => r := r + i }
    val s = SRAM[Int](1)
    s(0) = r
)"),
                  Error);
}

TEST_CASE("a chain of reads needs one compute unit for each, not all of its arithmetic again for each") {
  const auto computeUnits = [](int reads) {
    std::string body = "val x = SparseSRAM[Int](65536, true)\nval y = SRAM[Int](65536)\nForeach(n by 1 par 16) { i =>\nval v0 = i\n";
    for (int r = 1; r <= reads; ++r) {
      body += fmt::format("val t{0} = x.barrierRead(v{1}, Seq())\nval v{0} = mux(t{0} < v{1}, v{1} + {0}, v{1} - t{0})\n", r, r - 1);
    }
    return resourcesOf(mapped(body + fmt::format("y(i) = v{}\n}}\n", reads)), machine()).used.pcu;
  };
  CHECK(computeUnits(24) - computeUnits(16) == 8);
  CHECK(computeUnits(16) - computeUnits(8) == 8);
}
