// Bit vectors and scans, compared with sets.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>
#include <random>
#include <set>

#include "spatial_programs.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

using Coordinates = std::set<int>;

Coordinates randomCoordinates(int dimension, int count) {
  Coordinates result;
  for (int i = 0; i < count && dimension > 0; ++i) result.insert(*rc::gen::inRange(0, dimension));
  return result;
}

std::vector<int> listOf(const Coordinates& set) { return {set.begin(), set.end()}; }

std::string replaced(std::string text, const std::map<std::string, std::string>& words) {
  for (const auto& [from, to] : words) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

/// A host with the coordinates of NAME in the DRAM NAME_dram, for each name.
std::string hostOf(const std::vector<std::string>& names) {
  std::string host = "val dim = loadCSV1D[Int](\"dim.csv\")\nval m = ArgIn[Int]; setArg(m, dim.length)\n";
  for (const auto& name : names) {
    host += replaced(R"(val NAME_in = loadCSV1D[Int]("NAME.csv")
      val NAME_n = ArgIn[Int]; setArg(NAME_n, NAME_in.length)
      val NAME_dram = DRAM[Int](NAME_in.length); setMem(NAME_dram, NAME_in)
      )",
                     {{"NAME", name}});
  }
  return host + "val y = DRAM[Int](200000)\nval counted = ArgOut[Int]\n";
}

/// Accel: the FIFO NAME carries the words of NAME's bit vector.
std::string vectorOf(const std::string& name) {
  return replaced(R"(val NAME_idx = FIFO[Int](16)
    NAME_dram stream_load_vec(0, NAME_n, NAME_idx)
    val NAME = FIFO[U32](16)
    gen_bitvector(0, bits, NAME_n, NAME_idx, NAME)
    )",
                  {{"NAME", name}});
}

const std::string bitsOfDimension = "val bits = 512 * ((m + 511) / 512)\n";

std::vector<int> result(const RunOutput& output) {
  std::vector<int> values;
  for (const auto word : output.drams.at("y").words) values.push_back(intOf(word));
  return values;
}

int rankOf(const Coordinates& set, int j) {
  return set.count(j) ? static_cast<int>(std::distance(set.begin(), set.find(j))) : -1;
}

struct Two {
  int dimension;
  Coordinates a, b;
  HostFiles files;
};

Two randomTwo() {
  Two two{*rc::gen::inRange(0, 2500), {}, {}, {}};
  two.a = randomCoordinates(two.dimension, *rc::gen::inRange(0, 300));
  two.b = randomCoordinates(two.dimension, *rc::gen::inRange(0, 300));
  two.files = {{"dim.csv", ints(std::vector<int>(static_cast<std::size_t>(two.dimension)))},
               {"a.csv", ints(listOf(two.a))},
               {"b.csv", ints(listOf(two.b))}};
  return two;
}

/// The iterations of a scan of both: (coordinate, rankA, out, rankB) of each, in sequence.
std::vector<int> expected(const Two& two, bool isUnion) {
  std::vector<int> all;
  int out = 0;
  for (int j = 0; j < two.dimension; ++j) {
    const auto a = two.a.count(j) > 0;
    const auto b = two.b.count(j) > 0;
    if (isUnion ? a || b : a && b) all.insert(all.end(), {j, rankOf(two.a, j), out++, rankOf(two.b, j)});
  }
  return all;
}

bool startsWith(const std::vector<int>& values, const std::vector<int>& wanted) {
  return values.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), values.begin());
}

const char* pickPar() {
  static const char* const pars[] = {"1", "2", "16"};
  return pars[*rc::gen::inRange(0, 3)];
}

}  // namespace

TEST_CASE("a scan of two vectors gives coordinates, ranks and counts") {
  CHECK(rc::check("two vectors", [] {
    const auto two = randomTwo();
    const bool isUnion = *rc::gen::arbitrary<bool>();
    const auto accel = bitsOfDimension + vectorOf("a") + vectorOf("b") +
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
                                {{"PAR", pickPar()}, {"MODE", isUnion ? "or" : "and"}});
    const auto output = run(file(hostOf({"a", "b"}), accel), two.files);
    const auto wanted = expected(two, isUnion);
    RC_ASSERT(startsWith(result(output), wanted));
    RC_ASSERT(intOf(output.argOuts.at("counted").words[0]) == static_cast<int>(wanted.size() / 4));
  }));
}

TEST_CASE("a scan of one vector gives coordinates and ranks") {
  CHECK(rc::check("one vector", [] {
    const auto two = randomTwo();
    const auto accel = bitsOfDimension + vectorOf("a") +
                       replaced(R"(val f = FIFO[Int](16)
      Foreach(Scan(PAR, bits, "or", a.deq)) { case List(j, p) => f.enq(1000 * j + p) }
      y stream_store_vec(0, f, a_n)
    )",
                                {{"PAR", pickPar()}});
    std::vector<int> wanted;
    for (const int j : two.a) wanted.push_back(1000 * j + rankOf(two.a, j));
    RC_ASSERT(startsWith(result(run(file(hostOf({"a"}), accel), two.files)), wanted));
  }));
}

TEST_CASE("the body of a scan may have controllers, scans included") {
  CHECK(rc::check("outer scan", [] {
    const auto two = randomTwo();
    const auto accel = bitsOfDimension + vectorOf("a") + R"(val n = Reg[Int](0)
      val cursor = SparseSRAM[Int](16, true)
      cursor.RMW(0, 0, "write", "ordered", Seq())
      val all = SparseDRAM[Int](1)(200000, true)
      all.alias = y
      Reduce(n)(ScanRed(1, bits, "or", a.deq)) { case List(i, p) =>
        val b_idx = FIFO[Int](16)
        b_dram stream_load_vec(0, b_n, b_idx)
        val later = FIFO[Int](4096)
        val later_n = Reg[Int](0)
        Reduce(later_n)(b_n by 1 par 1) { q =>
          val j = b_idx.deq
          later.enq(j, j > i)
          mux(j > i, 1, 0)
        } { _ + _ }
        val kept = FIFO[Int](4096)
        Foreach(later_n by 1 par 1) { q => kept.enq(later.deq) }
        val v = FIFO[U32](16)
        gen_bitvector(0, bits, later_n, kept, v)
        Foreach(Scan(1, bits, "or", v.deq)) { case List(j, q) =>
          val next = cursor.RMW(0, 1, "add", "ordered", Seq())
          all.barrierWrite(next - 1, i + j, Seq())
        }
        later_n
      } { _ + _ }
      counted := n
    )";
    const auto output = run(file(hostOf({"a", "b"}), accel), two.files);
    std::vector<int> wanted;
    for (const int i : two.a) {
      for (const int j : two.b) {
        if (j > i) wanted.push_back(i + j);
      }
    }
    if (wanted.size() > 200000) return;
    RC_ASSERT(startsWith(result(output), wanted));
    RC_ASSERT(intOf(output.argOuts.at("counted").words[0]) == static_cast<int>(wanted.size()));
  }));
}

TEST_CASE("the words of three vectors combine to their union through shallow FIFOs") {
  CHECK(rc::check("three vectors", [] {
    auto two = randomTwo();
    const auto c = randomCoordinates(two.dimension, 100);
    two.files["c.csv"] = ints(listOf(c));
    const auto accel = bitsOfDimension + vectorOf("a") + vectorOf("b") + vectorOf("c") + R"(
      val ab = FIFO[U32](16)
      Foreach(bits / 32 by 1 par 16) { w => ab.enq(a.deq | b.deq) }
      val f = FIFO[Int](16)
      Foreach(Scan(16, bits, "or", ab.deq, c.deq)) { case List(j, p, o, q) => f.enq(j) }
      val n = Reg[Int](0)
      Reduce(n)(ScanRed(16, bits, "or", ab.deq, c.deq)) { case List(j, p, o, q) => 1 } { _ + _ }
      counted := n
      y stream_store_vec(0, f, COUNT)
    )";
    Coordinates all = two.a;
    all.insert(two.b.begin(), two.b.end());
    all.insert(c.begin(), c.end());
    const auto output =
        run(file(hostOf({"a", "b", "c"}), replaced(accel, {{"COUNT", std::to_string(all.size())}})), two.files);
    RC_ASSERT(startsWith(result(output), listOf(all)));
    RC_ASSERT(intOf(output.argOuts.at("counted").words[0]) == static_cast<int>(all.size()));
  }));
}

TEST_CASE("thousands of tiles pass through FIFOs of 16 elements") {
  const int dimension = 512 * 4000;
  Coordinates a, b;
  for (int j = 0; j < dimension; j += 997) a.insert(j);
  for (int j = 5; j < dimension; j += 1409) b.insert(j);
  const auto accel = "val bits = " + std::to_string(dimension) + "\n" + vectorOf("a") + vectorOf("b") + R"(
      val both = FIFO[U32](16)
      Foreach(bits / 32 by 1 par 16) { w => both.enq(a.deq | b.deq) }
      val n = Reg[Int](0)
      Reduce(n)(ScanRed(16, bits, "or", both.deq)) { case List(j, p) => j } { _ + _ }
      counted := n
    )";
  const auto output = run(file(hostOf({"a", "b"}), accel),
                          {{"dim.csv", ints({})}, {"a.csv", ints(listOf(a))}, {"b.csv", ints(listOf(b))}});
  std::uint32_t sum = 0;
  a.insert(b.begin(), b.end());
  for (const int j : a) sum += static_cast<std::uint32_t>(j);
  CHECK(output.argOuts.at("counted").words[0] == sum);
}

TEST_CASE("the lanes of a scan combine within a tile of 512 coordinates") {
  // Four lanes: (0, 1) and (600): the last vector of a tile is not filled up from the next tile.
  const auto accel = "val bits = 1024\n" + vectorOf("a") + R"(
      val v = FIFO[T](16)
      v load w_dram(0::3 par 16)
      val r = Reg[T](0.to[T])
      Reduce(r)(ScanRed(4, bits, "or", a.deq)) { case List(j, p) => v.deq } { _ + _ }
      out := r
    )";
  const auto host =
      hostOf({"a"}) +
      "val w = loadCSV1D[T](\"w.csv\")\nval w_dram = DRAM[T](3); setMem(w_dram, w)\nval out = ArgOut[T]\n";
  const auto sum = [&](const std::vector<int>& coordinates) {
    const HostFiles files{
        {"dim.csv", ints({})}, {"a.csv", ints(coordinates)}, {"w.csv", floats({1.0F, 0x1p-24F, 0x1p-24F})}};
    return floatOf(run(file(host, accel, "", "Float"), files).argOuts.at("out").words[0]);
  };
  CHECK(sum({0, 1, 600}) == 1.0F);               // (1 + e) + e, each rounded down
  CHECK(sum({0, 600, 601}) == 1.0F + 0x1p-23F);  // 1 + (e + e)
}
