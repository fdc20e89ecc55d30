// What hand-written programs compute: their assertions, with Accel run by the interpreter.
#include <doctest/doctest.h>

#include "exec/spatial_interpreter.h"
#include "staging/staging.h"

using namespace stardust;

namespace {

/// The failed assertions of a program, and what it says of those it has none of.
std::vector<std::string> failures(const std::string& main, const std::string& members = {}) {
  const auto text = "@spatial class Test extends SpatialTest {\n" + members + "\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
  const auto outcome = staging::run(makeSource("test.scala", text), {}, [](const auto& program, const auto& files) { return spatial::interpret(program, files); });
  if (outcome.asserts == 0 && outcome.failed.empty()) return {"nothing is asserted"};
  return outcome.failed;
}
void holds(const std::string& main, const std::string& members = {}) { CHECK((failures(main, members) == std::vector<std::string>{})); }

}  // namespace

TEST_CASE("a gather or scatter by a queue takes as many addresses as it holds") {
  const std::string drams = "val d = DRAM[Int](32)\nval o = DRAM[Int](32)\nval n = ArgIn[Int]\nsetArg(n, 5)\nsetMem(d, Array.tabulate(32){i => 100 + i})\n";
  const std::string gold = "assert(getMem(o) == Array.tabulate(32){i => if (i < 5) 100 + 3 * i else 0})";
  holds(drams + "Accel { val a = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(n by 1){ i => a.enq(3 * i) }\nv gather d(a)\no(0::5) store v }\n" + gold);
  holds(drams + "Accel { val a = FIFO[Int](16)\nval v = SRAM[Int](16)\nForeach(5 by 1){ i => a.enq(3 * i) }\nv gather d(a)\no(0::5) store v }\n" + gold);
  holds(drams + "Accel { val a = LIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(n by 1){ i => a.push(i)\nv.enq(100 + 3 * (4 - i)) }\no(a) scatter v }\n" + gold);
  holds(drams + "Accel { val a = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(3 by 1){ t =>\nForeach(2 by 1){ i => if (2 * t + i < 5) { a.enq(2 * t + i)\nv.enq(100 + 3 * (2 * t + i)) } }\no(a) scatter v } }\n" + gold);
}

TEST_CASE("a part of a memory has words and parts, which count from its begin") {
  holds("val o = ArgOut[Int]\nAccel { val s = SRAM[Int](4, 32)\nForeach(4 by 1, 32 by 1){ (i, j) => s(i, j) = 100 * i + j }\n"
        "val row = s(2, 2::2::16)\nval part = row(4::2::8)\nrow(1) = 7\no := part(0) + part(1) + s(2, 4) }\nassert(getArg(o) == 210 + 214 + 7)");
  holds("val o = DRAM[Int](8)\nAccel { val s = SRAM[Int](32)\nval sum = SRAM[Int](8)\nForeach(32 by 1){ i => s(i) = i }\n"
        "MemReduce(sum)(4 by 1 par 2){ t => s(8 * t :: 8 * t + 8) }{_ + _}\no store sum }\nassert(getMem(o) == Array.tabulate(8){i => 4 * i + 48})");
}

TEST_CASE("each lane of a body of primitives has the memories that the body declares") {
  const std::string begin = "val o = DRAM[Int](32)\nAccel { val s = SRAM[Int](32)\n";
  const std::string end = "o store s }\nassert(getMem(o) == Array.tabulate(32){i => if (i % 3 == 0) 5 else 2 * i})";
  holds(begin + "Foreach(32 by 1 par 8){ i => val r = Reg[Int](5)\nif (i % 3 != 0) r := 2 * i\ns(i) = r.value }\n" + end);
  holds(begin + "Foreach(4 by 1 par 2, 8 by 1 par 4){ (t, j) => val i = 8 * t + j\nval r = Reg[Int]\nval five = Reg[Int](5)\nr := 2 * i\ns(i) = mux(i % 3 == 0, five.value, r.value) }\n" + end);
  holds(begin + "Foreach(32 by 1 par 8){ i => val r = Reg[Int]\nr := i\nr := r.value + i\nif (i % 3 == 0) r := 5\ns(i) = r.value }\n" + end);
  holds(begin + "Foreach(32 by 1 par 8){ i => val w = SRAM[Int](2)\nw(0) = i\nw(1) = i\ns(i) = mux(i % 3 == 0, 5, w(0) + w(1)) }\n" + end);
  holds("val o = ArgOut[Int]\nAccel { o := Reduce(0)(32 by 1 par 8){ i => val r = Reg[Int]\nr := 2 * i\nr.value + 1 }{_ + _} }\nassert(getArg(o) == 1024)");
}

TEST_CASE("bits are joined, and are those of vectors and structs") {
  const std::string arguments = "val a = ArgIn[I8]\nval b = ArgIn[I16]\nsetArg(a, -7.to[I8])\nsetArg(b, 0x1234.to[I16])\n";
  holds(arguments + "val x = ArgOut[I32]\nval y = ArgOut[I64]\nAccel { x := cat(3.to[U8].asBits, b.asBits, a.asBits).as[I32]\n"
                    "y := cat(b.asBits, a.asBits, b.asBits, a.asBits, b.asBits).as[I64] }\n"
                    "assert(getArg(x) == 0x031234F9)\nassert(getArg(y) == 0x1234F91234F91234L)");
  holds(arguments + "val x = ArgOut[U32]\nAccel { val v = Vec.ZeroFirst(a.value, 1.to[I8], 2.to[I8], 3.to[I8])\nx := v.asBits.as[U32] }\nassert(getArg(x) == 0x030201F9.to[U32])");
  holds(arguments + "val x = ArgOut[Int]\nAccel { val p = b.value.as[Pair]\nx := p.low.to[Int] * 1000 + p.high.to[Int] + p.as[I16].to[Int] }\nassert(getArg(x) == 0x34 * 1000 + 0x12 + 0x1234)",
        "@struct case class Pair(high: U8, low: U8)");
  holds(arguments + "val x = ArgOut[Int]\nval y = ArgOut[I64]\nAccel { x := a.value.as[I16].to[Int]\ny := a.value.as[I64] }\nassert(getArg(x) == 249 && getArg(y) == 249 && (-7).to[I8].as[I16] == 249)");
  holds("val v = Vec.ZeroLast(10.to[U4], 11.to[U4], 12.to[U4])\nval w = v(1::0)\nassert(w(0) == 12 && w(1) == 11 && v.asBits.as[U12] == 0xABC)");
}

TEST_CASE("lists add up as trees") {
  holds("val o = ArgOut[Int]\nAccel { val r = Reg[Int](4)\nr := 3\no := List.tabulate(5){i => r.value * i}.sumTree }\n"
        "assert(getArg(o) == 30 && List(2, 3, 4).prodTree == 24 && List(true, false).orTree && !List(true, false).andTree)");
}

TEST_CASE("syntax and the host's loops") {
  holds("val l = List(1, 2, 3)\nassert(r\"${l.map{x => { x + 1 }}.reduce{_ + _}}!\" == \"9!\")");
  holds("val a :: b :: rest = List(1, 2, 3, 4)\nassert(a == 1 && b == 2 && rest.sum == 7)\n"
        "assert(0 :: rest match { case x :: y :: Nil => false\ncase x :: y :: z :: Nil => x + y + z == 7\ncase _ => false })\n"
        "assert((1 :: 2 :: Nil).sum == 3)");
  holds("var s = 0\nForeach(2 until 8 by 2, 3 by 1){ (i, j) => s += 10 * i + j }\nForeach(4 until 0 by -2){ i => s += i }\n"
        "(0 :: 2, 1 :: 3).foreach{ (i, j) => s += 1000 * j }\nassert(s == 360 + 9 + 6 + 6000)");
  const auto outcome = staging::run(makeSource("t", "@spatial object Test { def main(): Unit = { assert(args(0) == \"7\") } }"), {"", {"7"}}, [](const auto&, const auto&) { return spatial::RunOutput(); });
  CHECK(outcome.asserts == 1);
}
