// Scans, bit vectors and conditional enqs: simulator and interpreter agree.
#include <rapidcheck.h>

#include "differential.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

const char* const pars[] = {"1", "2", "5", "16"};
const char* const modes[] = {"or", "and"};

struct Two {
  int dimension;
  Coordinates a, b;
};

Two randomTwo(std::mt19937& random) {
  Two two{static_cast<int>(random() % 2500), {}, {}};
  const int most = random() % 4 == 0 ? 2500 : 150;
  two.a = randomCoordinates(random, two.dimension, static_cast<int>(random() % static_cast<unsigned>(most)));
  two.b = randomCoordinates(random, two.dimension, static_cast<int>(random() % static_cast<unsigned>(most)));
  return two;
}

}  // namespace

TEST_CASE("a scan of two vectors, counted and written") {
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) {
    const auto two = randomTwo(random);
    const auto accel = bitsOfDimension + vectorOf("a", "0", "a_n", 200) + vectorOf("b", "0", "b_n", 200) +
                       replaced(R"(val n = Reg[Int](0)
      Reduce(n)(ScanRed(PAR, bits, "MODE", a.deq, b.deq)) { case List(j, p, o, q) => 1 } { _ + _ }
      counted := n
      val s = SparseSRAM[Int](65536, true)
      Foreach(Scan(PAR, bits, "MODE", a.deq, b.deq)) { case List(j, p, o, q) =>
        s.barrierWrite(4 * o, j, Seq())
        s.barrierWrite(4 * o + 1, p, Seq())
        s.barrierWrite(4 * o + 2, o, Seq())
        s.barrierWrite(4 * o + 3, q, Seq())
      }
      y(0::(4 * n) par 16) store s
      )",
                                {{"PAR", pars[i % 4]}, {"MODE", modes[i / 4 % 2]}});
    compare(programOf(hostOf({"a", "b"}, 20000), accel),
            filesOf(two.dimension, {{"a", listOf(two.a)}, {"b", listOf(two.b)}}, 20000));
  }
}

TEST_CASE("a scan of one vector streams coordinates and ranks") {
  std::mt19937 random(2);
  for (int i = 0; i < 40; ++i) {
    const auto two = randomTwo(random);
    const auto accel = bitsOfDimension + vectorOf("a", "0", "a_n") +
                       replaced(R"(val crd = FIFO[Int](16)
      Foreach(Scan(PAR, bits, "or", a.deq)) { case List(j, p) => crd.enq(1000 * j + p) }
      y stream_store_vec(0, crd, a_n)
      )",
                                {{"PAR", pars[i % 4]}});
    compare(programOf(hostOf({"a"}, 3000), accel), filesOf(two.dimension, {{"a", listOf(two.a)}}, 3000));
  }
}

TEST_CASE("a scan whose body has controllers, scans and streams") {
  std::mt19937 random(3);
  for (int i = 0; i < 30; ++i) {
    Two two = randomTwo(random);
    two.dimension = 1 + two.dimension % 600;
    two.a = randomCoordinates(random, two.dimension, static_cast<int>(random() % 12));
    two.b = randomCoordinates(random, two.dimension, static_cast<int>(random() % 60));
    const auto accel = bitsOfDimension + vectorOf("a", "0", "a_n") +
                       replaced(R"(Foreach(Scan(1, bits, "or", a.deq)) { case List(i, p) =>
        val base = i * 3 + p
        val ab = FIFO[Int](16)
        b_dram stream_load_vec(0, b_n, ab)
        val bv = FIFO[U32](16)
        gen_bitvector(0, bits, b_n, ab, bv)
        val sum = Reg[Int](0)
        Reduce(sum)(ScanRed(PAR, bits, "or", bv.deq)) { case List(j, q) => base + j * q } { _ + _ }
        val row = SRAM[Int](1)
        row(0) = sum
        y(p::(p + 1) par 1) store row
      }
      )",
                                {{"PAR", pars[i % 4]}});
    compare(programOf(hostOf({"a", "b"}, 700), accel),
            filesOf(two.dimension, {{"a", listOf(two.a)}, {"b", listOf(two.b)}}, 700));
  }
}

TEST_CASE("an outer Reduce over a scan adds what its body computes") {
  std::mt19937 random(4);
  for (int i = 0; i < 30; ++i) {
    const auto two = randomTwo(random);
    const auto accel = bitsOfDimension + vectorOf("a", "0", "a_n") + vectorOf("b", "0", "b_n") +
                       replaced(R"(val all = Reg[Int](0)
      Reduce(all)(ScanRed(1, bits, "MODE", a.deq, b.deq)) { case List(i, p, o, q) =>
        val part = Reg[Int](0)
        Reduce(part)(i % 7 by 1 par PAR) { k => k * o + p - q } { _ + _ }
        part
      } { OP }
      counted := all
      )",
                                {{"PAR", pars[i % 4]},
                                 {"MODE", modes[i / 4 % 2]},
                                 {"OP", i % 3 == 0   ? "_ + _"
                                        : i % 3 == 1 ? "(a, b) => min(a, b)"
                                                     : "(a, b) => max(a, b)"}});
    compare(programOf(hostOf({"a", "b"}, 16), accel),
            filesOf(two.dimension, {{"a", listOf(two.a)}, {"b", listOf(two.b)}}, 16));
  }
}

TEST_CASE("rows of two matrices: bit vectors, counts and fills inside a body with copies") {
  std::mt19937 random(5);
  for (int i = 0; i < 30; ++i) {
    const int rows = 1 + static_cast<int>(random() % 9), columns = 1 + static_cast<int>(random() % 1100);
    std::vector<int> pos[2] = {{0}, {0}}, crd[2];
    for (int row = 0; row < rows; ++row) {
      for (int m = 0; m < 2; ++m) {
        const auto fiber = randomCoordinates(random, columns, static_cast<int>(random() % 40));
        crd[m].insert(crd[m].end(), fiber.begin(), fiber.end());
        pos[m].push_back(static_cast<int>(crd[m].size()));
      }
    }
    const auto accel = bitsOfDimension + replaced(R"(val apos = SRAM[Int](64)
      apos load ap_dram(0::ap_n par 16)
      val bpos = SRAM[Int](64)
      bpos load bp_dram(0::bp_n par 16)
      val counts = SRAM[Int](64)
      Foreach((ap_n - 1) by 1 par BP) { i =>
        val ab = apos(i)
        val al = apos(i + 1) - ab
        val bb = bpos(i)
        val bl = bpos(i + 1) - bb
        VECTORS
        val n = Reg[Int](0)
        Reduce(n)(ScanRed(PAR, bits, "MODE", a.deq, b.deq)) { case List(j, p, o, q) => mux(p >= 0, 1, 100) + mux(q >= 0, 1, 100) } { _ + _ }
        counts(i) = n
      }
      y(0::(ap_n - 1) par 16) store counts
      )",
                                                  {{"VECTORS", vectorOf("a", "ab", "al") + vectorOf("b", "bb", "bl")},
                                                   {"PAR", pars[i % 4]},
                                                   {"BP", i % 2 ? "4" : "1"},
                                                   {"MODE", modes[i / 4 % 2]}});
    compare(programOf(hostOf({"a", "b", "ap", "bp"}, 64), accel),
            filesOf(columns, {{"a", crd[0]}, {"b", crd[1]}, {"ap", pos[0]}, {"bp", pos[1]}}, 64));
  }
}

TEST_CASE("conditional enqs keep the order of lanes") {
  std::mt19937 random(6);
  for (int i = 0; i < 40; ++i) {
    std::vector<int> list;
    const auto count = random() % 200;
    for (unsigned k = 0; k < count; ++k) list.push_back(static_cast<int>(random() % 100));
    const auto accel = replaced(R"(val s = SRAM[Int](256)
      s load a_dram(0::a_n par 16)
      val n = Reg[Int](0)
      Reduce(n)(a_n by 1 par PAR) { k => mux(s(k) < 30, 1, 0) } { _ + _ }
      val f = FIFO[Int](DEPTH)
      Foreach(a_n by 1 par PAR) { k => f.enq(1000 * k + s(k), s(k) < 30) }
      val sum = Reg[Int](0)
      Reduce(sum)(n by 1 par OTHER) { k => k * f.deq } { _ + _ }
      counted := sum
      )",
                                {{"PAR", pars[i % 4]}, {"OTHER", pars[i / 4 % 4]}, {"DEPTH", i % 3 ? "16" : "1"}});
    compare(programOf(hostOf({"a"}, 16), accel), filesOf(1, {{"a", list}}, 16));
  }
}

TEST_CASE("words of bit vectors go to several readers: scans and vector loops") {
  std::mt19937 random(7);
  for (int i = 0; i < 30; ++i) {
    const auto two = randomTwo(random);
    const auto accel = bitsOfDimension + vectorOf("a", "0", "a_n") +
                       replaced(R"(val deep = FIFO[U32](200)
      Foreach(bits / 32 by 1 par PAR) { w => deep.enq(a.deq) }
      val n = Reg[Int](0)
      Reduce(n)(ScanRed(PAR, bits, "or", a.deq)) { case List(j, p) => j } { _ + _ }
      val sum = Reg[Int](0)
      Reduce(sum)(ScanRed(16, bits, "or", deep.deq)) { case List(j, p) => j * n + p } { _ + _ }
      counted := sum
      )",
                                {{"PAR", pars[i % 4]}});
    compare(programOf(hostOf({"a"}, 16), accel), filesOf(two.dimension, {{"a", listOf(two.a)}}, 16));
  }
}

TEST_CASE("where words have to move, DDR4 is no faster than HBM2E") {
  std::mt19937 random(8);
  constexpr int rows = 24, columns = 4000;
  std::vector<int> pos[2] = {{0}, {0}}, crd[2];
  for (int row = 0; row < rows; ++row) {
    for (int m = 0; m < 2; ++m) {
      const auto fiber = randomCoordinates(random, columns, 400);
      crd[m].insert(crd[m].end(), fiber.begin(), fiber.end());
      pos[m].push_back(static_cast<int>(crd[m].size()));
    }
  }
  const auto accel = bitsOfDimension + replaced(R"(val apos = SRAM[Int](64)
    apos load ap_dram(0::ap_n par 16)
    val bpos = SRAM[Int](64)
    bpos load bp_dram(0::bp_n par 16)
    val av = SparseDRAM[Int](8)(16384, true)
    av.alias = a_dram
    val yv = SparseDRAM[Int](8)(32768, true)
    yv.alias = y
    Foreach((ap_n - 1) by 1 par 8) { i =>
      val ab = apos(i)
      val al = apos(i + 1) - ab
      val bb = bpos(i)
      val bl = bpos(i + 1) - bb
      VECTORS
      Foreach(Scan(16, bits, "or", a.deq, b.deq)) { case List(j, p, o, q) =>
        yv.barrierWrite(ab + bb + o, j + av.barrierRead(mux(p >= 0, ab + p, 0 - 1), Seq()), Seq())
      }
    }
    )",
                                                {{"VECTORS", vectorOf("a", "ab", "al") + vectorOf("b", "bb", "bl")}});
  const auto result = compare(programOf(hostOf({"a", "b", "ap", "bp"}, 32768), accel),
                              filesOf(columns, {{"a", crd[0]}, {"b", crd[1]}, {"ap", pos[0]}, {"bp", pos[1]}}, 32768));
  CHECK(result.cycles.at("hbm2e") <= result.cycles.at("ddr4-2133x4"));
}
