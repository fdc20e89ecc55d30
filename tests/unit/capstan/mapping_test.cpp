// The mapping of programs to Capstan: units, channels, and programs that do not fit.
#include "capstan/mapping/mapping.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "capstan/mapping/copies.h"
#include "capstan/resources/resources.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::capstan;

TEST_CASE("SpMV at outer par 16 uses 35 MCs and 16 shuffle networks, as published") {
  const auto mapping = mapped(spmv(16, "SparseParSRAMSwizzle[Int](16)(65536, true)"));
  const auto resources = resourcesOf(mapping, theMachine());
  CHECK(resources.used.mc == 35);
  CHECK(resources.used.shuffle == 16);
  // x in 16 parts, pos twice for each body, y once
  CHECK(resources.used.pmu == 16 + 2 * 16 + 1);
  CHECK_NOTHROW(requireFits(mapping, theMachine()));
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
    requireFits(mapping, theMachine());
    FAIL("it fits");
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Unsupported);
    CHECK(error.diagnostic().what == "the program needs 99 MCs (DRAM address generators), but capstan has 80");
    CHECK(error.diagnostic().remedy == "environment(outerPar, 38) at most");  // 2 * 38 + 3 = 79
    CHECK_NOTHROW(requireFits(mapped(spmv(38, "SparseSRAM[Int](65536)")), theMachine()));
    CHECK_THROWS_AS(requireFits(mapped(spmv(39, "SparseSRAM[Int](65536)")), theMachine()), Error);
  }
}

TEST_CASE("a sparse memory larger than its units is refused") {
  const Resources resources = resourcesOf(mapped(spmv(1, "SparseSRAM[Int](65537)")), theMachine());
  REQUIRE(resources.tooLarge);
  CHECK(resources.tooLarge->what == "x has 65537 words, but its memory units hold 65536");
  CHECK_FALSE(fits(resources, theMachine()));  // although there are enough units
  CHECK_FALSE(shortageOf(resources, theMachine()));
  CHECK_THROWS_AS(requireRoom(resources), Error);
}

TEST_CASE("what the mapper refuses of copies is known before it maps") {
  const auto sum = [](int par) {
    return programOf("val acc = Reg[Int](0)\nReduce(acc)(n by 1 par " + std::to_string(par) + R"() { i =>
      val one = Reg[Int](0)
      Reduce(one)(n by 1 par 16) { j => i + j } { _ + _ }
      one.value
    } { _ + _ }
    val f = FIFO[Int](16)
    f.enq(acc)
    y_dram stream_store_vec(0, f, 1)
)");
  };
  CHECK_FALSE(refusedCopies(sum(16), theMachine()));
  CHECK_NOTHROW(map(sum(16), theMachine()));
  const auto refusal = refusedCopies(sum(32), theMachine());
  REQUIRE(refusal);
  CHECK(refusal->what == "an outer Reduce has 32 copies");
  CHECK(refusal->remedy == "lower its par to 16");
  CHECK_THROWS_AS(map(sum(32), theMachine()), Error);
}

TEST_CASE("a memory between the stages of a loop is double-buffered") {
  auto mapping = mapped(R"(
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
  CHECK(resourcesOf(mapping, theMachine()).used.pmu == 2);  // 80,000 words

  mapping.memories[0].words = std::int64_t{1} << 48;  // more units than an int counts
  CHECK(resourcesOf(mapping, theMachine()).used.pmu == std::int64_t{1} << 33);
  CHECK_THROWS_AS(requireFits(mapping, theMachine()), Error);
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
    std::string body =
        "val x = SparseSRAM[Int](65536, true)\nval y = SRAM[Int](65536)\nForeach(n by 1 par 16) { i =>\nval v0 = i\n";
    for (int r = 1; r <= reads; ++r) {
      body += fmt::format(
          "val t{0} = x.barrierRead(v{1}, Seq())\nval v{0} = mux(t{0} < v{1}, v{1} + {0}, v{1} - t{0})\n", r, r - 1);
    }
    return resourcesOf(mapped(body + fmt::format("y(i) = v{}\n}}\n", reads)), theMachine()).used.pcu;
  };
  CHECK(computeUnits(24) - computeUnits(16) == 8);
  CHECK(computeUnits(16) - computeUnits(8) == 8);
}

TEST_CASE("a chain of operations is cut where a unit has no stage, no input or no output left") {
  // A sum of ten vectors, or of ten words: each addition uses a new one.
  const auto sumOf = [](bool isVector) {
    const char* const type = isVector ? "FIFO[Int](16)" : "FIFO[Int](1024)";
    std::string body, sum;
    for (int f = 0; f < 10; ++f)
      body += fmt::format("val f{0} = {1}\nf{0} load a_dram(0::n par {2})\n", f, type, isVector ? 16 : 1);
    for (int f = 0; f < 10; ++f) sum += fmt::format("{}f{}.deq", f ? " + " : "", f);
    return mapped(body + fmt::format("val y = SRAM[Int](65536)\nForeach(n by 1 par {}) {{ i => y(i) = {} }}\n",
                                     isVector ? 16 : 1, sum));
  };
  const auto units = [](const Mapping& mapping, const Machine& m) { return resourcesOf(mapping, m).used.pcu; };
  Machine wide = theMachine();
  wide.pcu.scalarInputs = wide.pcu.vectorInputs = 16;
  for (const bool isVector : {true, false}) {
    const Mapping mapping = sumOf(isVector);
    CHECK(units(mapping, wide) == 2);  // nine additions, six stages
    Machine narrow = wide;
    int& inputs = isVector ? narrow.pcu.vectorInputs : narrow.pcu.scalarInputs;
    inputs = 4;
    CHECK(units(mapping, narrow) == 3);  // three additions each: four new words, then a sum and three
    inputs = 3;
    CHECK(units(mapping, narrow) == 5);
    inputs = 1;
    CHECK(units(mapping, narrow) == 9);  // the minimum
    (isVector ? narrow.pcu.scalarInputs : narrow.pcu.vectorInputs) = 1;
    inputs = 16;
    CHECK(units(mapping, narrow) == 2);  // inputs of the other kind do not count
  }
}

TEST_CASE("what leaves a unit takes its outputs") {
  const Mapping mapping = mapped(R"(val f = FIFO[Int](16)
    f load a_dram(0::n par 16)
    val a = SRAM[Int](65536)
    val b = SRAM[Int](65536)
    val c = SRAM[Int](65536)
    Foreach(n by 1 par 16) { i =>
      val x = f.deq
      a(i) = x + 1
      b(i) = x + 2
      c(i) = x + 3
    })");
  Machine m = theMachine();
  CHECK(resourcesOf(mapping, m).used.pcu == 1);
  m.pcu.vectorOutputs = 2;
  CHECK(resourcesOf(mapping, m).used.pcu == 2);
  m.pcu.vectorOutputs = 1;
  CHECK(resourcesOf(mapping, m).used.pcu == 3);
}

TEST_CASE("whole numbers are computed on the kind of unit that fewer units need which have no choice") {
  const std::string sum =
      "val f = FIFO[{0}](16)\nf load {1}(0::n par 16)\nval acc = Reg[{0}](0.to[{0}])\nReduce(acc)(n by 1 par 16) {{ i => f.deq }} {{ _ + _ }}\n";
  const auto used = [](const std::string& text) { return resourcesOf(mapped(text), theMachine()).used; };
  const auto integers = fmt::format(fmt::runtime(sum), "Int", "a_dram") +
                        "val f2 = FIFO[Int](16)\nf2.enq(acc)\ny_dram stream_store_vec(0, f2, 1)\n";
  CHECK(used(integers).pcu == 0);  // every unit has a choice: the Reduce, and the producer of its sum
  CHECK(used(integers).pmu == 2);
  const auto withMemory = "val s = SRAM[Int](16)\ns load a_dram(0::16 par 16)\n" + integers +
                          "val f3 = FIFO[Int](16)\nf3.enq(s(0))\ny_dram stream_store_vec(1, f3, 1)\n";
  CHECK(used(withMemory).pcu == 3);  // one memory has no choice
  CHECK(used(withMemory).pmu == 1);
}

TEST_CASE("what one kind of unit has no room for goes to the other") {
  auto small = theMachine();
  const auto mapping = mapped(spmv(16, "SparseSRAM[Int](65536)"));
  const auto all = resourcesOf(mapping, small).used;
  small.grid.pcu = 20;
  const auto used = resourcesOf(mapping, small).used;
  CHECK(used.pcu == 20);
  CHECK(used.pcu + used.pmu == all.pcu + all.pmu);
  CHECK_NOTHROW(requireFits(mapping, small));
}

TEST_CASE(
    "a tile that may begin anywhere in a burst takes the units of its alignment, a stream and an aligned tile none") {
  const auto units = [](const std::string& transfer) {
    const auto used =
        resourcesOf(mapped("val s = SRAM[Int](64)\nForeach(n by 1) { i =>\n" + transfer + "\n}\n"), theMachine()).used;
    return used.pcu + used.pmu;
  };
  const auto tile = [&](const std::string& range) { return units("s load a_dram(" + range + " par 16)"); };
  const auto aligned = tile("0::n");
  CHECK(tile("32::n") == aligned);
  CHECK(tile("i::(i + 48)") == aligned);  // as in the original: a length of whole bursts
  CHECK(tile("(i * 64)::(i * 64 + 16)") == aligned);
  for (const char* range : {"i::(i + 3)", "i::n", "1::n", "(n * i)::(n * (i + 1))"})
    CHECK(tile(range) == aligned + 3);  // 17 operations, 6 stages
  CHECK(units("a_dram(i::(i + 3) par 16) store s") == aligned + 3);
  CHECK(units("val f = FIFO[Int](16)\nf load a_dram(i::(i + 3) par 16)\na_dram(i::(i + 3) par 16) store f") == aligned);
}

TEST_CASE("each access of a SparseDRAM computes its addresses in units of its own") {
  const auto units = [](const std::string& index) {
    const auto used =
        resourcesOf(
            mapped(
                "val s = SparseDRAM[Int](1)(65536, true)\ns.alias = a_dram\nval f = FIFO[Int](16)\nForeach(n by 1 par 16) { i => f.enq(s.barrierRead(" +
                index + ", Seq())) }\ny_dram stream_store_vec(0, f, n)\n"),
            theMachine())
            .used;
    return used.pcu + used.pmu;
  };
  const auto one = units("i");
  CHECK(one == 2);  // the loop, the addresses
  CHECK(units("i + 1 + 2 + 3 + 4 + 5 + 6") == one);
  CHECK(units("i + 1 + 2 + 3 + 4 + 5 + 6 + 7") == one + 1);
}
