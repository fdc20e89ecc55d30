// Accesses of stages to shared memories: updates, negative addresses, and the order of DRAM accesses.
#include <doctest/doctest.h>

#include "spatial/build.h"
#include "spatial_programs.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

const char* const host = R"(
  val data = loadCSV1D[Int]("data.csv")
  val n = ArgIn[Int]; setArg(n, data.length)
  val x = DRAM[Int](data.length); setMem(x, data)
  val y = DRAM[Int](4096)
  val out = ArgOut[Int]
)";

/// x holds 0, 1 … 99.
RunOutput output(const std::string& accel, const std::string& checks = {}) {
  std::vector<int> data;
  for (int i = 0; i < 100; ++i) data.push_back(i);
  return run(file(host, accel, checks), {{"data.csv", ints(data)}, {"gold.csv", ints({7, 8, 9})}});
}

int outOf(const std::string& accel) { return intOf(output(accel).argOuts.at("out").words[0]); }

std::vector<int> y(const std::string& accel) {
  const auto result = output(accel);
  std::vector<int> values;
  for (const auto word : result.drams.at("y").words) values.push_back(intOf(word));
  return values;
}

const std::string sums = "val r = Reg[Int](0)\n";
const std::string aliases =
    "val a = SparseDRAM[Int](1)(4096, true)\na.alias = y\nval b = SparseDRAM[Int](1)(4096, true)\nb.alias = y\n";

}  // namespace

TEST_CASE("every RMW yields the value after the update, and leaves it behind") {
  const auto after = [](const std::string& op, int old, int operand) {
    const auto common = "val s = SparseSRAM[Int](4, true)\ns(1) = " + std::to_string(old) + "\n";
    const auto rmw = "s.RMW(1, " + std::to_string(operand) + ", \"" + op + "\", \"ordered\", Seq())\n";
    const int left = outOf(common + rmw + "out := s.barrierRead(1, Seq())");
    CHECK(outOf(common + "out := " + rmw) == left);
    return left;
  };
  CHECK(after("add", 5, -7) == -2);
  CHECK(after("mul", 5, -7) == -35);
  CHECK(after("min", 5, -7) == -7);
  CHECK(after("min", -9, -7) == -9);
  CHECK(after("max", 5, -7) == 5);
  CHECK(after("max", 5, 7) == 7);
  CHECK(after("or", 5, 10) == 15);
  CHECK(after("write", 5, 7) == 7);
  CHECK(after("read", 5, 7) == 5);
}

TEST_CASE("a negative address is no access of a sparse memory") {
  for (const auto* memory : {"val s = SparseSRAM[Int](4, true)\n", "val s = SparseParSRAM[Int](2)(4, true)\n",
                             "val s = SparseDRAM[Int](1)(4, true)\ns.alias = y\n"}) {
    CAPTURE(memory);
    const auto start = std::string(memory) + "Foreach(4 by 1) { i => s(i) = 3 }\n";
    CHECK(outOf(start + "out := s.barrierRead(n - 101, Seq()) + s(0 - 1)") == 0);
    const std::string rest = "Reduce(r)(4 by 1) { i => s.barrierRead(i, Seq()) } { _ + _ }\nout := r";
    CHECK(outOf(sums + start + "s.barrierWrite(0 - n, 8, Seq())\ns(0 - 1) = 8\n" + rest) == 12);
    for (const auto* op : {"add", "mul", "min", "max", "or", "write", "read"}) {
      const auto rmw = "s.RMW(0 - 1, 9, \"" + std::string(op) + "\", \"ordered\", Seq())\n";
      CHECK(outOf(start + "out := 5 + " + rmw) == 5);
      CHECK(outOf(sums + start + rmw + rest) == 12);
    }
  }
}

TEST_CASE("each iteration of a loop with one lane sees the update of the one before") {
  const auto accel = R"(
    val cursor = SparseSRAM[Int](1, true)
    cursor.RMW(0, 0, "write", "ordered", Seq())
    val s = SparseSRAM[Int](4096, true)
    val f = FIFO[Int](16)
    x stream_load_vec(0, n, f)
    Foreach(n by 1 par 1) { i =>
      val v = f.deq
      val next = cursor.RMW(0, mux(v % 3 === 0, 1, 0), "add", "ordered", Seq())
      s.barrierWrite(mux(v % 3 === 0, next - 1, -1), v, Seq())
    }
    val m = cursor.RMW(0, 0, "read", "ordered", Seq())
    y(0::m par 16) store s
  )";
  std::vector<int> wanted;
  for (int i = 0; i < 100; i += 3) wanted.push_back(i);
  CHECK(y(accel) == wanted);
}

TEST_CASE("a conditional enq keeps the order of lanes") {
  for (const auto* par : {"1", "4", "16"}) {
    const auto accel = "val f = FIFO[Int](16)\nForeach(n by 1 par " + std::string(par) +
                       ") { i => f.enq(i * i, (i % 2 === 0) & (i > 10) | !(i < 97)) }\nval g = FIFO[Int](16)\n"
                       "Foreach(46 by 1 par 16) { i => g.enq(f.deq) }\ny stream_store_vec(0, g, 46)";
    std::vector<int> wanted;
    for (int i = 0; i < 100; ++i) {
      if ((i % 2 == 0 && i > 10) || i >= 97) wanted.push_back(i * i);
    }
    REQUIRE(wanted.size() == 46);
    CHECK(y(accel) == wanted);
  }
}

TEST_CASE("U32 and Int have the operators of bit vectors") {
  const auto of = [](const std::string& expr) {
    return outOf("val f = FIFO[U32](16)\nf.enq(4294967295.to[U32])\nval u = f.deq\nval i = 0 - n\nout := " + expr);
  };
  CHECK(of("mux((u >> 31.to[I16]) === 1.to[U32], 1, 0)") == 1);
  CHECK(of("mux((u & 12.to[U32] | 3.to[U32]) === 15.to[U32], 1, 0)") == 1);
  CHECK(of("mux((u << 1.to[I16]) < u, 1, 0)") == 1);
  CHECK(of("mux(u > 0.to[U32], 1, 0)") == 1);
  CHECK(of("mux(!(u > 0.to[U32]) | false, 1, 0)") == 0);
  CHECK(of("i >> 1.to[I16]") == -50);
  CHECK(of("i / 7 + 1000 * (i % 7)") == 4986);  // -14, and a remainder of 5: remainders are nonnegative
  CHECK(of("(i & 255) | (1 << (n - 92).to[I16])") == 156 + 256);
}

TEST_CASE("a read of a DRAM sees what earlier stages wrote to it") {
  const std::string copy = "val s = SRAM[Int](128)\ns load x(0::n par 16)\ny(0::n par 16) store s\n";
  const std::string scatter = aliases + "Foreach(n by 1 par 16) { i => a.barrierWrite(i, i, Seq()) }\n";
  const std::string stream =
      "val f = FIFO[Int](16)\nx stream_load_vec(0, n, f)\nval g = FIFO[Int](16)\n"
      "Foreach(n by 1 par 16) { i => g.enq(f.deq) }\ny stream_store_vec(0, g, n)\n";
  const std::string nested =
      aliases +
      "Foreach(4 by 1 par 1) { t =>\nval s = SRAM[Int](25)\ns load x((25 * t)::(25 * t + 25) par 1)\n"
      "y((25 * t)::(25 * t + 25) par 16) store s\n}\n";
  const std::string loads =
      "val t = SRAM[Int](128)\nt load y(0::n par 16)\nReduce(r)(n by 1 par 16) { i => t(i) } { _ + _ }\n";
  const std::string streams =
      "val h = FIFO[Int](16)\ny stream_load_vec(0, n, h)\nReduce(r)(n by 1 par 16) { i => h.deq } { _ + _ }\n";
  const std::string gathers =
      "val c = SparseDRAM[Int](1)(4096, true)\nc.alias = y\nReduce(r)(n by 1 par 16) { i => c.barrierRead(i, Seq()) } "
      "{ _ + _ }\n";
  const std::string updates =
      "val d = SparseDRAM[Int](1)(4096, true)\nd.alias = y\nReduce(r)(n by 1 par 1) { i => "
      "d.RMW(i, 0, \"add\", \"ordered\", Seq()) } { _ + _ }\n";
  const std::string inner =
      "val u = Reg[Int](0)\nReduce(r)(n by 1 par 1) { i =>\nval w = SRAM[Int](1)\nw load y(i::(i + 1))\nw(0)\n} { _ + "
      "_ }\n";
  for (const auto& writes : {copy, scatter, stream, nested}) {
    for (const auto& reads : {loads, streams, gathers, updates, inner}) {
      CAPTURE(writes);
      CAPTURE(reads);
      CHECK(outOf(sums + writes + reads + "out := r") == 4950);
    }
  }
}

TEST_CASE("an iteration sees what the iterations before it wrote to a DRAM") {
  // y(i) = y(i - 1) + x(i), where each step uses another kind of write and read.
  const std::string start = aliases + "a.barrierWrite(0, 0, Seq())\n";
  for (const auto* write : {"a.barrierWrite(i + 1, next, Seq())", "a.RMW(i + 1, next, \"write\", \"ordered\", Seq())",
                            "val s = SRAM[Int](1)\ns(0) = next\ny((i + 1)::(i + 2)) store s",
                            "val f = FIFO[Int](16)\nf.enq(next)\ny stream_store_vec(i + 1, f, 1)"}) {
    for (const auto* read :
         {"val old = b.barrierRead(i, Seq())\n", "val t = SRAM[Int](1)\nt load y(i::(i + 1))\nval old = t(0)\n",
          "val g = FIFO[Int](16)\ny stream_load_vec(i, 1, g)\nval old = g.deq\n",
          "val old = b.RMW(i, 0, \"read\", \"ordered\", Seq())\n"}) {
      CAPTURE(write);
      CAPTURE(read);
      const auto accel = start + "Foreach(n by 1 par 1) { i =>\nval v = SRAM[Int](1)\nv load x(i::(i + 1))\n" + read +
                         "val next = old + v(0)\n" + write + "\n}\n";
      std::vector<int> wanted{0};
      for (int i = 0; i < 100; ++i) wanted.push_back(wanted.back() + i);
      CHECK(y(accel) == wanted);
    }
  }
}

TEST_CASE("the distance of a shift is a number of 16 bits, of which the lowest 5 count") {
  CHECK(outOf("out := 1 << (n * 65536 + n + 36).to[I16]") == 1 << 8);
  CHECK(outOf("out := 256 >> (0 - 28).to[I16]") == 16);
}

TEST_CASE("checkGold wants as many words as there are") {
  const std::string load = "val gold = loadCSV1D[Int](\"gold.csv\")\n";
  const std::string accel = "val s = SRAM[Int](8)\nForeach(5 by 1) { i => s(i) = i + 7 }\ny(0::5) store s";
  CHECK(output(accel, load + "assert(checkGold[Int](y, gold))").failedChecks ==
        std::vector<std::string>{"y has 4096 words, but gold has 3"});
}

TEST_CASE("margins are relative in checkGold, and as written elsewhere") {
  const auto failed = [](const std::string& check, const std::vector<float>& gold, const std::vector<float>& actual) {
    const std::string text =
        "@spatial class Test extends SpatialTest {\ntype T = Float\ndef main(args: Array[String]): Unit = {\n"
        "val n = ArgIn[Int]; setArg(n, 2)\nval o = ArgOut[T]\nval in = loadCSV1D[T](\"in.csv\")\n"
        "val x = DRAM[T](2); setMem(x, in)\nval y = DRAM[T](n)\nAccel {\nval s = SRAM[T](2)\ns load x(0::n)\n"
        "y(0::n) store s\no := s(0)\n}\nval gold = loadCSV1D[T](\"gold.csv\")\nassert(" +
        check + ")\n}\n}\n";
    const auto program = parse(makeSource("test.scala", text));
    CHECK(equal(parse(makeSource("printed.scala", print(program))), program));
    return interpret(program, {{"in.csv", floats(actual)}, {"gold.csv", floats(gold)}}, capstan::publishedLimits)
        .failedChecks.size();
  };
  const std::string whole = "checkGold[T](y, gold, 0.01)", one = "checkGold[T](o, gold(0), 0.01)";
  const auto each = [](const std::string& comparison) {
    return "gold.zip(getMem(y)) { (e, a) => " + comparison + " }.fold(true) { _ & _ }";
  };
  CHECK(failed(whole, {1000, 1}, {1009, 1}) == 0);
  CHECK(failed(whole, {1000, 1}, {1000, 1.05F}) == 1);
  CHECK(failed(whole, {0, 1}, {1e-6F, 1}) == 1);
  CHECK(failed(one, {1000, 1}, {1009, 7}) == 0);
  CHECK(failed(one, {1, 1}, {1.05F, 1}) == 1);
  CHECK(failed(each("abs(e - a) <= 0.01.to[T]"), {0, 1}, {1e-6F, 1.005F}) == 0);
  CHECK(failed(each("abs(e - a) <= 0.01.to[T]"), {1000, 1}, {1009, 1}) == 1);
  CHECK(failed(each("approxEql[T](a, e, 0.01)"), {1000, 1}, {1009, 1}) == 0);
  CHECK(failed(each("approxEql[T](a, e, 0.01)"), {0}, {1e-6F, 1}) == 1);
  CHECK(failed(each("e === a"), {0.5F}, {0.5F, 7}) == 0);
  CHECK(failed(each("e === a"), {0.5F, 7, 7}, {0.5F, 7}) == 1);
  CHECK(failed("abs(gold(0) - getArg(o)) <= 0.5.to[T]", {3}, {3.25F, 0}) == 0);
  CHECK(failed("gold(0) === getArg(o)", {3}, {3.25F, 0}) == 1);
}

TEST_CASE("a check of each word of gold compares as many words as there are gold") {
  const std::string gold =
      "val gold = loadCSV1D[Int](\"gold.csv\")\n"
      "assert(gold.zip(getMem(y)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })";
  const auto failed = [&](const std::string& accel) { return output(accel, gold).failedChecks; };
  CHECK(failed("val s = SRAM[Int](8)\nForeach(5 by 1) { i => s(i) = i + 7 }\ny(0::5) store s").empty());
  CHECK(failed("val s = SRAM[Int](8)\nForeach(2 by 1) { i => s(i) = i + 7 }\ny(0::2) store s") ==
        std::vector<std::string>{"y(2) was never written"});
  CHECK(failed("val s = SRAM[Int](8)\nForeach(3 by 1) { i => s(i) = i + 6 }\ny(0::3) store s") ==
        std::vector<std::string>{"y(0) is 6, but should be 7"});
}

TEST_CASE("a DRAM costs what is written to it") {
  const auto big =
      "val gold = loadCSV1D[Int](\"gold.csv\")\nval y = DRAM[Int](2000000000)\nval z = DRAM[Int](2000000000)\n";
  const auto result =
      run(file(big, "val s = SRAM[Int](8)\ns(0) = 3\ns(1) = 4\ny(5::7) store s",
               "val more = loadCSV1D[Int](\"gold.csv\")\nassert(more.zip(getMem(y)) { (e, a) => e === a "
               "}.fold(true) { _ & _ })"),
          {{"gold.csv", ints({0, 0})}});
  CHECK(result.drams.at("y").words == std::vector<Word>{0, 0, 0, 0, 0, 3, 4});
  CHECK(result.drams.at("z").words.empty());
  CHECK(result.failedChecks == std::vector<std::string>{"y(0) was never written"});
}
