// Results of hand-written programs: their assertions, with Accel run by the interpreter. host.cpp tests the host alone.
#include "capstan/machine/limits.h"
#include "semantics/spatial_profile/program.h"

using namespace stardust;

namespace {

void holds(const std::string& main, const std::string& members = {}) { mainHolds(main, {}, members); }

/// The number of messages that a Reg is new in each iteration, for a program with this loop body.
std::ptrdiff_t saidFresh(const std::string& body) {
  const auto text =
      "@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\nval d = DRAM[Int](8)\nAccel { val s = SRAM[Int](8)\nval q = FIFO[Int](8)\n"
      "Foreach(8 by 1){ i =>\n" +
      body +
      "\n}\nd store s }\nassert((0 until 8).forall{ i => getMem(d).apply(i) == (if (i % 2 == 0) i else 0) })\n}\n}\n";
  const auto outcome = profile::run(makeSource("test.scala", text), {}, [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  });
  CHECK(outcome.failed.empty());
  return std::count_if(outcome.warnings.begin(), outcome.warnings.end(),
                       [](const auto& warning) { return warning.first == "reg-fresh"; });
}

}  // namespace

TEST_CASE("a gather or scatter by a queue takes as many addresses as it holds") {
  const std::string drams =
      "val d = DRAM[Int](32)\nval o = DRAM[Int](32)\nval n = ArgIn[Int]\nsetArg(n, 5)\nsetMem(d, Array.tabulate(32){i => 100 + i})\n";
  const std::string gold = "assert(getMem(o) == Array.tabulate(32){i => if (i < 5) 100 + 3 * i else 0})";
  holds(
      drams +
      "Accel { val a = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(n by 1){ i => a.enq(3 * i) }\nv gather d(a)\no(0::5) store v }\n" +
      gold);
  holds(
      drams +
      "Accel { val a = FIFO[Int](16)\nval v = SRAM[Int](16)\nForeach(5 by 1){ i => a.enq(3 * i) }\nv gather d(a)\no(0::5) store v }\n" +
      gold);
  holds(
      drams +
      "Accel { val a = LIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(n by 1){ i => a.push(i)\nv.enq(100 + 3 * (4 - i)) }\no(a) scatter v }\n" +
      gold);
  holds(
      drams +
      "Accel { val a = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(3 by 1){ t =>\nForeach(2 by 1){ i => if (2 * t + i < 5) { a.enq(2 * t + i)\nv.enq(100 + 3 * (2 * t + i)) } }\no(a) scatter v } }\n" +
      gold);
}

TEST_CASE("a part of a memory has words and parts, which count from its begin") {
  holds(
      "val o = ArgOut[Int]\nAccel { val s = SRAM[Int](4, 32)\nForeach(4 by 1, 32 by 1){ (i, j) => s(i, j) = 100 * i + j }\n"
      "val row = s(2, 2::2::16)\nval part = row(4::2::8)\nrow(1) = 7\no := part(0) + part(1) + s(2, 4) }\nassert(getArg(o) == 210 + 214 + 7)");
  holds(
      "val o = DRAM[Int](8)\nAccel { val s = SRAM[Int](32)\nval sum = SRAM[Int](8)\nForeach(32 by 1){ i => s(i) = i }\n"
      "MemReduce(sum)(4 by 1 par 2){ t => s(8 * t :: 8 * t + 8) }{_ + _}\no store sum }\nassert(getMem(o) == Array.tabulate(8){i => 4 * i + 48})");
}

TEST_CASE("what is reduced into a part of a memory leaves the rest of it alone") {
  const std::string begin =
      "val o = DRAM[Int](16)\nAccel { val s = SRAM[Int](16)\nForeach(16 by 1){ i => s(i) = 100 }\n";
  const std::string part =
      "{ t => val p = SRAM[Int](16)\nForeach(16 by 1){ j => p(j) = t * j }\np(4::12) }{_ + _}\no store s }\n";
  holds(begin + "MemReduce(s(8::16))(4 by 1)" + part +
        "assert(getMem(o) == Array.tabulate(16){i => if (i < 8) 100 else 6 * (i - 4)})");
  holds(begin + "MemReduce(s(8::16))(4 by 1 par 2)" + part +
        "assert(getMem(o) == Array.tabulate(16){i => if (i < 8) 100 else 6 * (i - 4)})");
  holds(begin + "MemFold(s(0::2::16))(4 by 1)" + part +
        "assert(getMem(o) == Array.tabulate(16){i => if (i % 2 == 1) 100 else 100 + 6 * (i / 2 + 4)})");
}

TEST_CASE("a word is written where conditions hold") {
  holds(
      "val o = DRAM[Int](4, 8)\nAccel { val s = SRAM[Int](4, 8)\nForeach(4 by 1, 8 by 1 par 4){ (i, j) => s.write(9, Seq(i, j), Set.empty)\n"
      "s.write(i + j, Seq(i, j), Set(j > 1, i != 2)) }\no store s }\n"
      "assert(getMatrix(o) == (0::4, 0::8){ (i, j) => if (j > 1 && i != 2) i + j else 9 })");
}

TEST_CASE("each lane of a body of primitives has the memories that the body declares") {
  const std::string begin = "val o = DRAM[Int](32)\nAccel { val s = SRAM[Int](32)\n";
  const std::string end = "o store s }\nassert(getMem(o) == Array.tabulate(32){i => if (i % 3 == 0) 5 else 2 * i})";
  holds(begin + "Foreach(32 by 1 par 8){ i => val r = Reg[Int](5)\nif (i % 3 != 0) r := 2 * i\ns(i) = r.value }\n" +
        end);
  holds(
      begin +
      "Foreach(4 by 1 par 2, 8 by 1 par 4){ (t, j) => val i = 8 * t + j\nval r = Reg[Int]\nval five = Reg[Int](5)\nr := 2 * i\ns(i) = mux(i % 3 == 0, five.value, r.value) }\n" +
      end);
  holds(
      begin +
      "Foreach(32 by 1 par 8){ i => val r = Reg[Int]\nr := i\nr := r.value + i\nif (i % 3 == 0) r := 5\ns(i) = r.value }\n" +
      end);
  holds(
      begin +
      "Foreach(32 by 1 par 8){ i => val w = SRAM[Int](2)\nw(0) = i\nw(1) = i\ns(i) = mux(i % 3 == 0, 5, w(0) + w(1)) }\n" +
      end);
  holds(
      "val o = ArgOut[Int]\nAccel { o := Reduce(0)(32 by 1 par 8){ i => val r = Reg[Int]\nr := 2 * i\nr.value + 1 }{_ + _} }\nassert(getArg(o) == 1024)");
}

TEST_CASE("bits are joined, and are those of vectors and structs") {
  const std::string arguments =
      "val a = ArgIn[I8]\nval b = ArgIn[I16]\nsetArg(a, -7.to[I8])\nsetArg(b, 0x1234.to[I16])\n";
  holds(arguments +
        "val x = ArgOut[I32]\nval y = ArgOut[I64]\nAccel { x := cat(3.to[U8].asBits, b.asBits, a.asBits).as[I32]\n"
        "y := cat(b.asBits, a.asBits, b.asBits, a.asBits, b.asBits).as[I64] }\n"
        "assert(getArg(x) == 0x031234F9)\nassert(getArg(y) == 0x1234F91234F91234L)");
  holds(
      arguments +
      "val x = ArgOut[U32]\nAccel { val v = Vec.ZeroFirst(a.value, 1.to[I8], 2.to[I8], 3.to[I8])\nx := v.asBits.as[U32] }\nassert(getArg(x) == 0x030201F9.to[U32])");
  holds(
      arguments +
          "val x = ArgOut[Int]\nAccel { val p = b.value.as[Pair]\nx := p.low.to[Int] * 1000 + p.high.to[Int] + p.as[I16].to[Int] }\nassert(getArg(x) == 0x34 * 1000 + 0x12 + 0x1234)",
      "@struct case class Pair(high: U8, low: U8)");
  holds(
      arguments +
      "val x = ArgOut[Int]\nval y = ArgOut[I64]\nAccel { x := a.value.as[I16].to[Int]\ny := a.value.as[I64] }\nassert(getArg(x) == 249 && getArg(y) == 249 && (-7).to[I8].as[I16] == 249)");
  holds(
      "type T = FixPt[TRUE,_32,_32]\nval i = ArgIn[Int]\nsetArg(i, 3 << 20)\nval x = ArgOut[T]\nAccel { x := i.value.as[T] * 4096 }\nassert(getArg(x) == 3.to[T])");
  holds(
      "val v = Vec.ZeroLast(10.to[U4], 11.to[U4], 12.to[U4])\nval w = v(1::0)\nassert(w(0) == 12 && w(1) == 11 && v.asBits.as[U12] == 0xABC)");
}

TEST_CASE("lists add up as trees") {
  holds(
      "val o = ArgOut[Int]\nAccel { val r = Reg[Int](4)\nr := 3\no := List.tabulate(5){i => r.value * i}.sumTree }\n"
      "assert(getArg(o) == 30 && List(2, 3, 4).prodTree == 24 && List(true, false).orTree && !List(true, false).andTree)");
}

TEST_CASE("words outside a DRAM are loaded as if nothing wrote them, and not stored") {
  holds(
      "val d = DRAM[Int](16)\nval o = DRAM[Int](24)\nval p = DRAM[Int](8)\nsetMem(d, Array.tabulate(16){i => i + 1})\n"
      "Accel { val s = SRAM[Int](24)\nval t = SRAM[Int](24)\nval f = FIFO[Int](24)\ns load d(-4::20)\nf load d(-4::20)\n"
      "Foreach(24 by 1){ i => t(i) = s(i) + f.deq() }\no store t\np(-2::10) store s }\n"
      "assert(getMem(o) == Array.tabulate(24){i => if (i < 4 || i >= 20) 0 else 2 * (i - 3)})\nassert(getMem(p) == Array.tabulate(8){i => max(i - 1, 0)})");
}

TEST_CASE("elements that have no room in a DRAM lie behind its end") {
  const std::string text =
      "@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\nval d = DRAM[Int](4)\nval o = DRAM[Int](6)\n"
      "setMem(d, Array.tabulate(5){i => i + 1})\nAccel { val s = SRAM[Int](6)\ns load d(0::6)\no store s }\n"
      "assert(getMem(o) == Array[Int](1, 2, 3, 4, 5, 0) && getMem(d) == Array[Int](1, 2, 3, 4))\n}\n}\n";
  const auto outcome = profile::run(makeSource("test.scala", text), {}, [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  });
  CHECK(outcome.failed.empty());
  REQUIRE(outcome.warnings.size() == 1);
  CHECK(outcome.warnings[0].second.what == "the array has 5 elements, d has room for 4");
}

TEST_CASE("a list of arguments or Regs is assigned to by index") {
  holds(
      "val outs = List.tabulate(3){ i => ArgOut[Int] }\nAccel { val sums = List.tabulate(3){ i => Reg[Int] }\nForeach(4 by 1){ j => sums(1) = sums(1).value + j }\n"
      "for (i <- 0 until 3) { outs(i) = sums(i).value + i } }\nassert(outs.map(getArg(_)) == List(0, 7, 2))");
}

TEST_CASE("elements enter the newest row of a LineBuffer one by one") {
  const std::string sums =
      "assert(getMem(o) == Array.tabulate(12){i => val r = i / 4\nval c = i % 4\n(if (r > 0) 10 * (r - 1) + c else 0) + 100 * (10 * r + c)})";
  holds(
      "val o = DRAM[Int](12)\nAccel { val lines = LineBuffer[Int](2, 4)\nval f = FIFO[Int](12)\nval s = SRAM[Int](12)\n"
      "Foreach(3 by 1, 4 by 1){ (r, c) => f.enq(10 * r + c) }\n"
      "Foreach(3 by 1){ r => Foreach(4 by 1){ c => lines.enqAt(0.to[I32], f.deq()) }\nForeach(4 by 1){ c => s(4 * r + c) = lines(1, c) + 100 * lines(0, c) } }\no store s }\n" +
      sums);
  holds(
      "val o = DRAM[Int](12)\nAccel { val lines = LineBuffer[Pair](2, 4)\nval s = SRAM[Int](12)\n"
      "Foreach(3 by 1){ r => Foreach(4 by 1){ c => lines.enqAt(0, Pair(10 * r + c, 100)) }\nForeach(4 by 1){ c => s(4 * r + c) = lines(1, c).a + lines(0, c).b * lines(0, c).a } }\no store s }\n" +
          sums,
      "@struct case class Pair(a: Int, b: Int)");
}

TEST_CASE("random numbers of Accel are others in each iteration") {
  const std::string begin =
      "val o = DRAM[Int](256)\nval p = DRAM[Float](256)\nAccel { val s = SRAM[Int](256)\nval t = SRAM[Float](256)\n";
  const std::string end =
      "o store s\np store t }\nval a = getMem(o)\nval b = getMem(p)\n"
      "assert(a.map{x => x >= 0 && x < 100}.reduce{_ && _} && b.map{x => x >= 0 && x < 2.0}.reduce{_ && _})\n"
      "val mean = a.reduce{_ + _} / 256\nval sum = b.reduce{_ + _}\nassert(mean > 35 && mean < 65 && sum > 200.to[Float] && sum < 312.to[Float])\n"
      "assert(Array.tabulate(255){i => if (a(i) == a(i + 1)) 1 else 0}.reduce{_ + _} < 16)";
  holds(
      begin +
      "Foreach(16 by 1, 16 by 1 par 4){ (i, j) => s(16 * i + j) = random[Int](100)\nt(16 * i + j) = random[Float](2.0) }\n" +
      end);
  holds(
      begin +
      "Foreach(16 by 1){ i => val base = random[Int](100)\nForeach(16 by 1){ j => s(16 * i + j) = (base + random[Int](100)) % 100\nt(16 * i + j) = random[Float](1) + random[Float](1) } }\n" +
      end);
  holds(
      "val o = ArgOut[Int]\nAccel { o := Reduce(0)(1024 by 1 par 16){ i => mux(random[Bit], 1, 0) }{_ + _} }\nassert(getArg(o) > 440 && getArg(o) < 580)");
  holds(
      "val o = ArgOut[Int]\nAccel { o := Reduce(0)(1024 by 1){ i => mux(random[FixPt[FALSE, _0, _8]] < 0.25, 1, 0) }{_ + _} }\nassert(getArg(o) > 190 && getArg(o) < 320)");
}

TEST_CASE(
    "an element that the first iteration of the last counter takes is taken before its loop, and its FIFO streams") {
  const std::string begin =
      "val n = ArgIn[Int]\nsetArg(n, 8)\nval d = DRAM[Int](6)\nval o = DRAM[Int](48)\nsetMem(d, Array.tabulate(6){i => 10 * i + 1})\n"
      "Accel { val a = FIFO[Int](2)\nval s = SRAM[Int](48)\nStream { a load d\n";
  const std::string end = "}\no store s }\n";
  const std::string each = "assert(getMem(o) == Array.tabulate(48){i => (10 * (i / 8) + 1) * (i % 8)})";
  holds(
      begin +
      "val held = Reg[Int]\nForeach(6 by 1, 0 until 8){ (i, j) => val first = j === 0\nheld.write(a.deq(en = first), first)\ns(8 * i + j) = held.value * j }\n" +
      end + each);
  holds(
      begin +
      "val held = Reg[Int]\nForeach(6 by 1, n by 1 par 4){ (i, j) => held.write(a.deq(0 == j), 0 == j)\ns(8 * i + j) = held.value * j }\n" +
      end + each);
  holds(
      begin +
      "Foreach(6 by 1){ i => val held = Reg[Int]\nForeach(8 by 1){ j => held.write(a.deq(j == 0), j == 0)\ns(8 * i + j) = held.value * j } }\n" +
      end + each);
  holds(begin + "Foreach(6 by 1, 8 by 1){ (i, j) => s(8 * i + j) = mux(j == 0, a.deq(j == 0), 7) }\n" + end +
        "assert(getMem(o) == Array.tabulate(48){i => if (i % 8 == 0) 10 * (i / 8) + 1 else 7})");
  // The Reg is read before it is set: this order must be kept.
  holds(
      begin +
      "val held = Reg[Int](5)\nForeach(6 by 1, 8 by 1){ (i, j) => s(8 * i + j) = held.value\nheld.write(a.deq(j == 0), j == 0) }\n" +
      end + "assert(getMem(o) == Array.tabulate(48){i => if (i == 0) 5 else 10 * ((i - 1) / 8) + 1})");
  // An iteration of the last counter always takes an element; with another condition, or with copies, the FIFO is
  // counted.
  holds(
      "val n = ArgIn[Int]\nsetArg(n, 4)\nval o = DRAM[Int](8)\nAccel { val a = FIFO[Int](8)\nval s = SRAM[Int](16)\nval held = Reg[Int]\nForeach(2 by 1){ i => a.enq(i + 1) }\n"
      "Foreach(n by 1){ i => Foreach(i % 2 by 1){ j => held.write(a.deq(j == 0), j == 0)\ns(i) = held.value } }\no(0::4) store s }\nassert(getMem(o).apply(1) == 1 && getMem(o).apply(3) == 2)");
  holds(
      "val o = DRAM[Int](16)\nAccel { val a = FIFO[Int](8)\nval s = SRAM[Int](16)\nval held = Reg[Int]\nForeach(8 by 1){ i => a.enq(i + 1) }\n"
      "Foreach(4 by 1, 4 by 1){ (i, j) => held.write(a.deq(j % 2 == 0), j % 2 == 0)\ns(4 * i + j) = held.value }\no store s }\nassert(getMem(o) == Array.tabulate(16){i => i / 2 + 1})");
}

TEST_CASE("a DRAM gets its size in Accel") {
  holds(
      "val n = ArgIn[Int]\nsetArg(n, 12)\nval o = DRAM[Int](12)\nAccel { val d = DRAM2[Int]\nval s = SRAM[Int](12)\nForeach(12 by 1){ i => s(i) = i }\n"
      "d.alloc(3, 4)\nForeach(3 by 1){ i => d(i, 0::4) store s(4 * i :: 4 * i + 4) }\nval t = SRAM[Int](3, 4)\nt load d(0::3, 0::4)\nd.dealloc\n"
      "val u = SRAM[Int](12)\nForeach(3 by 1, 4 by 1){ (i, j) => u(4 * i + j) = 2 * t(i, j) }\no store u }\nassert(getMem(o) == Array.tabulate(12){i => 2 * i})");
}

TEST_CASE("what a MergeBuffer merges is stored") {
  holds(
      "val o = DRAM[Int](16)\nAccel { val m = MergeBuffer[Int](2, 4)\nval a = FIFO[Int](8)\nForeach(2 by 1){ t =>\nPipe { m.bound(0, 4) }\nPipe { m.bound(1, 4) }\n"
      "Foreach(4 by 1){ i => m.enq(0, 10 * t + 2 * i) }\nForeach(4 by 1){ i => m.enq(1, 10 * t + 2 * i + 1) }\nif (t == 0) { o(0::8) store m } else { o(8 * t :: 8 * t + 8 par 4) store m } } }\n"
      "assert(getMem(o) == Array.tabulate(16){i => i % 8 + 10 * (i / 8)})");
}

TEST_CASE("what a unit merges: lengths of data, copies, numbers of all kinds") {
  const std::string host = "val n = ArgIn[Int]\nsetArg(n, 5)\nval o = DRAM[Int](40)\n";
  const std::string merges =
      "val m = MergeBuffer[Int](2, 4)\nm.bound(0, n.value + t)\nm.bound(1, n.value - t)\n"
      "Foreach(n.value + t by 1 par 4){ i => m.enq(0, 3 * i) }\nForeach(n.value - t by 1){ i => m.enq(1, 4 * i + 1) }\n";
  for (const std::string par : {"", " par 2", " par 4"}) {
    holds(
        host + "Accel { Foreach(4 by 1" + par + "){ t => " + merges +
        "val f = FIFO[Int](16)\nForeach(10 by 1 par 4){ i => f.enq(m.deq()) }\no(10 * t :: 10 * t + 10) store f } }\n" +
        "val r = getMem(o)\nassert((0 until 40){ k => k % 10 == 0 || r(k) >= r(k - 1) }.reduce{_ && _} && r.reduce{_ + _} == 3 * (10 + 15 + 21 + 28) + 4 * (10 + 6 + 3 + 1) + 14)");
    holds(
        host + "Accel { Foreach(4 by 1" + par + "){ t => " + merges + "o(10 * t :: 10 * t + 10 par 4) store m } }\n" +
        "val r = getMem(o)\nassert((0 until 40){ k => k % 10 == 0 || r(k) >= r(k - 1) }.reduce{_ && _} && r(39) == 21)");
  }
  for (const std::string type : {"Float", "FixPt[TRUE,_8,_8]", "U16", "I8"}) {
    holds(
        "type T = " + type +
        "\nval o = DRAM[T](8)\nAccel { val m = MergeBuffer[T](2, 4)\nm.init(true)\nList.tabulate(2){ w => m.bound(w, 4)\n"
        "Foreach(4 by 1 par 4){ i => m.enq(w, ((i * 5 + w * 3 + 7) % 8 * 8).to[T] / 4.to[T]) } }\nval s = SRAM[T](8)\nForeach(8 by 1){ i => s(i) = m.deq() }\no store s }\n"
        "val r = getMem(o)\nassert((1 until 8){ k => r(k) >= r(k - 1) }.reduce{_ && _} && r.reduce{_ + _} == 64.to[T])");
  }
}

TEST_CASE("comments within comments, imports of objects that are not here, bits by their number") {
  holds(
      "val o = ArgOut[Int]\nval x = ArgIn[I16]\nsetArg(x, -1.to[I16])\n/* left /* out: */ assert(false) */\nAccel { import left._\nimport right._\no := x.value.as16b.to[Int] }\nassert(getArg(o) == 65535 && 9.to[Int].as4b == 9)");
  holds("assert(abs(math.Pi - 3.14159265) < 1e-8 && abs(cos(PI.to[Float]) + 1) < 1e-6 && scala.math.Pi == Math.PI)");
  holds("import one._\nimport other._\nassert(List(1, 2).sum == 3)");
}

TEST_CASE("a HostIO that Accel sets only sometimes, or not at all, keeps what the host gave") {
  const auto program = [](const std::string& n) {
    return "val n = ArgIn[Int]\nsetArg(n, " + n +
           ")\nval h = HostIO[Int]\nval g = HostIO[Int]\nval k = HostIO[Int]\nval o = ArgOut[Int]\nsetArg(h, 77)\nsetArg(g, 78)\nsetArg(k, 79)\n"
           "Accel { if (n.value > 5) { h := 5 }\nForeach(n.value by 1) { i => if (i == 2) k := k.value + 1 }\no := 1 }\n";
  };
  holds(program("3") + "assert(getArg(h) == 77 && getArg(g) == 78 && getArg(k) == 80)");
  holds(program("2") + "assert(getArg(h) == 77 && getArg(g) == 78 && getArg(k) == 79)");
  holds(program("9") + "assert(getArg(h) == 5 && getArg(g) == 78 && getArg(k) == 80)");
}

TEST_CASE("what Accel would print or assert is not carried out, and said once") {
  const auto outcome = profile::run(
      makeSource(
          "t",
          "@spatial class Test extends SpatialTest {\ndef main(): Unit = {\nval o = ArgOut[Int]\nAccel { o := 1\nassert(false)\nprintln(\"a\") }\nassert(getArg(o) == 1)\n}\n}"),
      {}, [](const auto& program, const auto& files) {
        return spatial::interpret(program, files, capstan::publishedLimits);
      });
  REQUIRE(outcome.warnings.size() == 2);
  CHECK(outcome.warnings[0].first == "accel-silent");
  CHECK(outcome.warnings[0].second.what == "assert is not carried out in Accel");
  CHECK(outcome.warnings[1].second.what == "println is not carried out in Accel");
  CHECK(outcome.asserts == 1);
  CHECK(outcome.printed.empty());
}

TEST_CASE("a Reg of an innermost loop that is read where it may not have been set is new, and that is said once") {
  CHECK(saidFresh("val r = Reg[Int](0)\nif (i % 2 == 0) { r := i }\ns(i) = r.value") == 1);
  CHECK(saidFresh(
            "val rs = List.fill(3)(Reg[Int](0))\nrs.foreach{ r => if (i % 2 == 0) { r := i } }\ns(i) = rs(2).value") ==
        1);
  CHECK(saidFresh("val r = Reg[Int](0)\nr := mux(i % 2 == 0, i, 0)\ns(i) = r.value") == 0);
  CHECK(saidFresh("val r = Reg[Int](0)\ns(i) = mux(i % 2 == 0, i, r.value)") == 0);
  CHECK(saidFresh("val r = Reg[Int](0)\nForeach(1 by 1){ k => r := mux(i % 2 == 0, i, 0) }\ns(i) = r.value") == 0);
}

TEST_CASE("a Reg of the body of an outer loop, too") {
  const std::string set = "r := mux(i % 2 == 0, i, 0)", read = "\nForeach(1 by 1){ k => s(i) = r.value }";
  CHECK(saidFresh("val r = Reg[Int](0)\nForeach(1 by 1){ k => r := r + mux(i % 2 == 0, i, 0) }\ns(i) = r.value") == 1);
  CHECK(saidFresh("val r = Reg[Int](0)\nForeach(2 by 1){ k => if (i % 2 == 0) { r := i } }" + read) == 1);
  CHECK(saidFresh("val r = Reg[Int](0)\nif (i % 2 == 0) { Foreach(2 by 1){ k => r := i } }" + read) == 1);
  CHECK(
      saidFresh(
          "val r = Reg[Int](0)\nif (i % 2 == 0) { Foreach(2 by 1){ k => r := i } } else { Foreach(2 by 1){ k => r := 0 } }" +
          read) == 0);
  CHECK(
      saidFresh(
          "val r = Reg[Int](0)\nif (i % 2 == 0) { Foreach(2 by 1){ k => r := i } } else { Foreach(2 by 1){ k => q.enq(k) }\nForeach(2 by 1){ k => q.deq() } }" +
          read) == 1);
  CHECK(saidFresh("val r = Reg[Int](0)\nPipe { " + set + " }" + read) == 0);
  CHECK(saidFresh("val r = Reg[Int](0)\nReduce(r)(1 by 1){ k => mux(i % 2 == 0, i, 0) }{ (a, b) => a + b }" + read) ==
        0);
  CHECK(saidFresh("Pipe { val r = Reg[Int](0)\nForeach(1 by 1){ k => r := r + mux(i % 2 == 0, i, 0) }" + read + " }") ==
        1);
}

TEST_CASE("Accel reads what it set of an ArgOut") {
  holds("val o = ArgOut[Int]\nAccel { o := 5\nForeach(4 by 1){ i => o := o.value + i } }\nassert(getArg(o) == 11)");
  holds("val o = ArgOut[Int]\nAccel { Foreach(4 by 1){ i => o :+= i } }\nassert(getArg(o) == 6)");
  holds(
      "val o = ArgOut[Int]\nval p = ArgOut[Int]\nAccel { p := o.value + 1 }\nassert(getArg(o) == 0 && getArg(p) == 1)");
  holds(
      "val o = ArgOut[Float]\nval p = ArgOut[Float]\nAccel { Foreach(3 by 1){ i => if (i == 1) o := 2.5.to[Float] }\nPipe { p := o + o } }\nassert(getArg(o) == 2.5 && getArg(p) == 5)");
}

TEST_CASE("remainders of numbers with a point") {
  const std::string fixed = "type T = FixPt[TRUE,_16,_16]\nval x = ArgIn[T]\nval o = ArgOut[T]\n";
  for (const char* pair :
       {"7.75.to[T], 2.5.to[T]", "-7.75.to[T], 2.5.to[T]", "-5.to[T], 2.5.to[T]", "0.5.to[T], 3.to[T]"}) {
    const std::string both = pair, a = both.substr(0, both.find(',')), b = both.substr(both.find(',') + 2);
    holds(fixed + "x := " + a + "\nAccel { o := x.value % " + b + " }\nassert(getArg(o) == " + a + " % " + b + ")");
  }
  holds(
      "val x = ArgIn[Float]\nval o = ArgOut[Float]\nx := -7.75\nAccel { o := x.value % 2.5.to[Float] }\nassert(getArg(o) == -0.25)");
}

TEST_CASE("the host sets an argument with :=, too") {
  holds("val x = ArgIn[Int]\nval o = ArgOut[Int]\nx := 5\nAccel { o := x.value + 1 }\nassert(getArg(o) == 6)");
  CHECK_THROWS_WITH_AS(holds("val o = ArgOut[Int]\no := 5"), doctest::Contains("o is written in Accel"), Error);
}

TEST_CASE("a range that is inclusive ends at its last element, up or down") {
  mainHolds(
      "assert((3 to 0 by -1).toList == List(3, 2, 1, 0) && (0 to 7 by 3).toList == List(0, 3, 6) && (2 to 2 by -1).toList == List(2))\n"
      "val o = DRAM[Int](4)\nAccel { val s = SRAM[Int](4)\nfor (k <- 1 to 2; j <- (k - 1 to 0 by -1)) { Foreach(4 by 1){ i => s(i) = mux(i == j, s(i) + k, s(i)) } }\no store s }\n"
      "assert(getMem(o) == Array[Int](3, 2, 0, 0))");
}

TEST_CASE("elements of lists are what memories held when the list was made") {
  for (const std::string list : {"List.tabulate(3){ k => r(k) }", "List(r(0), r(1), r(2))",
                                 "List(0, 1, 2).map{ k => r(k) }", "List(2, 1, 0).map{ k => r(k) }.reverse"}) {
    mainHolds(
        "val o = DRAM[Int](3)\nAccel { val s = SRAM[Int](3)\nval r = RegFile[Int](3)\nForeach(3 by 1){ i => r(i) = i + 1 }\nSequential.Foreach(2 by 1){ n => val old = " +
        list +
        "\nr(0) = old(2)\nr(1) = old(0)\nr(2) = old(1) }\nForeach(3 by 1){ i => s(i) = r(i) }\no store s }\nassert(getMem(o) == Array[Int](2, 3, 1))");
  }
  for (const std::string kept :
       {"val a = scala.Array.fill(1)(0.to[Int])\na(0) = r.value", "val a = List(0.to[Int]).scanLeft(r.value){ _ + _ }",
        "val a = scala.collection.mutable.ArrayBuffer[Int]()\na += r.value", "val a = Map(0 -> r.value)"}) {
    mainHolds("val o = ArgOut[Int]\nAccel { val r = Reg[Int]\nr := 3\n" + kept +
              "\nr := 5\nPipe{ o := a(0) } }\nassert(getArg(o) == 3)");
  }
  mainHolds(
      "val o = ArgOut[Int]\nAccel { val r = Reg[Int]\nr := 3\nval f = (x: Int) => { r := 5\nx }\nPipe{ o := f(r.value) } }\nassert(getArg(o) == 3)");
}

TEST_CASE("indices of Scala's arrays are Scala's; lists of ranges; what is required") {
  mainHolds(
      "val c = scala.Array.tabulate(3){ k => 0.5 * k }\nassert(c(1) == 0.5 && List.range(1, 4) == List(1, 2, 3) && List.range(3, 0, -2) == List(3, 1) && List.range(3, 3).isEmpty && List.range(0, 3, -1).isEmpty && List.range(0, 7, 3) == List(0, 3, 6))\nrequire(c.length == 3, \"three\")");
}
