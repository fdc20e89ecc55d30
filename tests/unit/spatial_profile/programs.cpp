// Results of the host part of a hand-written program, and its staged programs.
#include <doctest/doctest.h>

#include "scala/values/number.h"
#include "spatial/profile/run.h"
#include "spatial/spatial.h"

using namespace stardust;

namespace {

profile::Outcome run(const std::string& members, const std::string& main) {
  const auto text = "@spatial class Test extends SpatialTest {\n" + members +
                    "\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
  return profile::run(makeSource("test.scala", text), {},
                      [](const auto&, const auto&) { return spatial::RunOutput(); });
}
std::string printed(const std::string& main, const std::string& members = {}) { return run(members, main).printed; }
std::string accel(const std::string& body) {
  return spatial::print(
      run({}, "val d = DRAM[Int](64, 64)\nval o = ArgOut[Int]\nAccel {\n" + body + "\n}").programs.at(0));
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("numbers have the widths of their types") {
  using namespace scala;
  const NumberType byte{NumberType::Kind::Fixed, true, false, 8, 0};
  CHECK(toString(*apply(Operator::Add, makeNumber(byte, std::int64_t{127}), makeNumber(byte, std::int64_t{1}))) ==
        "-128");
  const NumberType q16{NumberType::Kind::Fixed, true, false, 16, 16};
  CHECK(toString(*apply(Operator::Mul, makeNumber(q16, 1.5), makeNumber(q16, -2.25))) == "-3.375");
  CHECK(!apply(Operator::Div, makeNumber(int32, std::int64_t{1}), makeNumber(int32, std::int64_t{0})));
  CHECK(convert(makeNumber(float32, -2.7), int32).fixed == -2);
}

TEST_CASE("the host computes with arrays, functions and loops") {
  CHECK(printed("println(Array.tabulate(4){i => i * i}.map{_ + 1}.reduce{_ + _})") == "18\n");
  CHECK(printed("val m = (0::2, 0::3){(i, j) => 10 * i + j}\nprintMatrix(m)") == "0 1 2\n10 11 12\n");
  CHECK(printed("var s = 0\nfor (i <- 0 until 4; j <- 0 until i if j != 1) { s += j }\nprintln(s)") == "2\n");
  CHECK(printed("println(if (1 < 2 && true) \"yes\" else \"no\")") == "yes\n");
  CHECK(printed("val (a, b) = (1, 2)\nprintln(s\"${a + b} and $b\")") == "3 and 2\n");
  CHECK(printed("println((0 until 3){ i => (0 until i){ j => j.to[Float] + 1.5f }.reduce{_ + _} }.sum)") ==
        "5.5\n");  // empty: 0
  CHECK(printed("println(f(3))", "def f(x: Int): Int = if (x == 0) 1 else x * f(x - 1)") == "6\n");
  CHECK(printed("println(3 match { case 1 => \"one\"\ncase n if n > 2 => \"many\"\ncase _ => \"none\" })") == "many\n");
}

TEST_CASE("integers of 64 bits are exact, with a sign and without") {
  CHECK(printed("println(9007199254740993L + 1L)") == "9007199254740994\n");
  CHECK(printed("println((-1L).to[U64] / 3.to[U64])") == "6148914691236517205\n");
  CHECK(printed("println((-1L).to[U64] >> 60)") == "15\n");
  CHECK(printed("println(\"18446744073709551615\".to[U64] == (-1L).to[U64])") == "true\n");
  CHECK(printed("println(checkGold(Array(9007199254740993L), Array(9007199254740992L)))") == "false\n");
}

TEST_CASE("the remainder of a negative number is Scala's for its own numbers, and not negative for those of Spatial") {
  CHECK(
      printed(
          "println((-5 % 3) + \" \" + (-5.to[Int] % 3) + \" \" + (-6.to[I8] % 3) + \" \" + (-1.5.to[FixPt[TRUE,_8,_8]] % 1))") ==
      "-2 1 0 0.5\n");
  CHECK(has(accel("o := d.rows.to[Int] % 5 - 9.to[Int] % 4"), "o := 3"));
}

TEST_CASE("what would be beyond a type is its least or greatest number") {
  CHECK(
      printed(
          "println((100.to[I8] +! 100.to[I8]) + \" \" + (3.to[U8] -! 5.to[U8]) + \" \" + (100.to[FixPt[TRUE,_8,_8]] *&! 3))") ==
      "127 0 127.99609375\n");
  CHECK(printed("println((7.to[Int] /& 2) + \" \" + (2.5.to[Float] *! 2))") == "3 5\n");
}

TEST_CASE("texts are lists of characters, and bits parts of numbers") {
  CHECK(printed("println(\"abcdef\".slice(1, 3) + \"abc\".substring(1) + \"abc\".slice(2, 9) + \"abc\".slice(2, 1))") ==
        "bcbcc\n");
  CHECK(
      printed(
          "writeCSV1D(Array(\"a b\", \"c\"), \"t\", \"\\n\")\nval t = loadCSV1D[String](\"t\", \"\\n\")\nprintln(t(0) + t.length)") ==
      "a b2\n");
  CHECK(printed("val t = \"abc\".to[Text]\nprintln(t(0) == 'a' && t.charAt(2) == \"c\")") == "true\n");
  CHECK(printed("println(charArrayToText(\"abc\".map{c => c + 1}))") == "bcd\n");
  CHECK(printed("println(argon.lang.String.char2num(\"a\") + \" \" + \" x \".trim)") == "97 x\n");
  CHECK(printed("val x = 0xABCD\nprintln(x(7::4) + \" \" + x(0) + \" \" + Vec.ZeroFirst(x(0), x(1), x(2)).as[U8])") ==
        "12 true 5\n");
  CHECK(printed("println(1.5.to[Float].as[Int] == 0x3fc00000 && 0x3fc00000.to[Int].as[Float] == 1.5)") == "true\n");
}

TEST_CASE("digits of integers are texts, which are repeated and turned round") {
  CHECK(
      printed(
          "println(\"0\" * 3 + 6.toBinaryString.reverse + \" \" + (-1).toHexString + \" \" + 0.toBinaryString + 8.toOctalString)") ==
      "000011 ffffffff 010\n");
  CHECK(printed("println(\"0110\".zipWithIndex.map { case (c, i) => c match { case '1' => i\ncase _ => 0 } }.sum)") ==
        "3\n");
  CHECK(
      printed(
          "println(scala.collection.immutable.Range(0, 10, 4).map { i => i + 1 }.sum + \" \" + Range(2, 5).length)") ==
      "15 3\n");
}

TEST_CASE("an empty text is repeated at once") { CHECK(printed("println(\"\" * 2000000000 + \"a\" * -1)") == "\n"); }

TEST_CASE("methods are named like operators") {
  const std::string twins =
      "class Twin(val x: scala.Int) { def +(other: Twin): scala.Int = 10 * x + other.x\n def * (n: scala.Int): scala.Int = x * n }\n";
  CHECK(printed("println(new Twin(3) + new Twin(4))\nprintln(new Twin(3) * 5)", twins) == "34\n15\n");
}

TEST_CASE("lists are cut, searched and sorted") {
  CHECK(printed("val l = List(3, 1, 2)\nprintln((0 +: l.sortWith(_ < _)).mkString(\" \"))") == "0 1 2 3\n");
  CHECK(printed("val l = List(3, 1, 3)\nprintln(l.distinct.length + l.indexOf(1) + l.indexWhere(_ > 3))") == "2\n");
  CHECK(
      printed(
          "println(List(1, 2, 3).scanLeft(0)(_ + _).takeRight(2).mkString(\" \") + List(1, 2).dropRight(1).contains(2))") ==
      "3 6false\n");
  CHECK(printed("val (a, b) = List((1, 2), (3, 4)).unzip\nprintln(a.sum * b.sum)") == "24\n");
  CHECK(printed("println(List(1, 2, 3).foldRight(0)((x, y) => x - y))") == "2\n");
  CHECK(printed("println(later(2))\ndef later(n: Int): Int = n * 2") == "4\n");
}

TEST_CASE("arrays are compared as far as the left one goes, matrices of equal sizes") {
  CHECK(printed("println(Array(1, 2) == Array(1, 2, 3))") == "true\n");
  CHECK(printed("println(Array(1, 2) != Array(1, 3, 3))") == "true\n");
  CHECK_THROWS_WITH_AS(printed("println(Array(0, 2, 3) == Array(1, 2))"),
                       doctest::Contains("index 2 is outside an array of 2"), Error);
  CHECK(printed("println((0::2, 0::3){(i, j) => 7} == (0::3, 0::2){(i, j) => 7})") == "false\n");
  CHECK(printed("println((0::2, 0::3){(i, j) => i + j} == (0::2, 0::3){(i, j) => j + i})") == "true\n");
}

TEST_CASE("a function has parameters of any name and type") {
  CHECK(printed("println(List(1, 2, 3).map{E => E + 1}.sum)") == "9\n");
  CHECK(printed("println(List(1, 2, 3).map{e: Int=>(e >= 2)}.contains(true))") == "true\n");
  CHECK(printed("println(List(1.5).map{q: FixPt[TRUE, _16, _16] => q + q}.head)") == "3\n");
  CHECK(printed("println(List(1).map{n: scala.Int => n + 1}.head)") == "2\n");
  CHECK(printed("println(List(1).map{_: Int => 5}.head)") == "5\n");
}

TEST_CASE("the name of a type makes a number one of it") {
  CHECK(printed("println(Bit(true) && U8(255) + 1 == 0)") == "true\n");
  CHECK(printed("println(List(1, 2).map{I32(_)}.sum / param(2))") == "1\n");
}

TEST_CASE("a declared type makes a number one of it") {
  CHECK(printed("val x: Float = 3\nprintln(x / 2)") == "1.5\n");
  CHECK(printed("println(half(3))", "def half(n: Float): Float = n / 2") == "1.5\n");
  CHECK(printed("println(three() / 2)", "def three(): Float = 3") == "1.5\n");
  CHECK(printed("println(x / 2)", "val x: Float = 3") == "1.5\n");
  CHECK_THROWS_AS(printed("val n: Int = 1.5"), Error);
  CHECK_THROWS_AS(printed("val n: I8 = 300"), Error);
}

TEST_CASE("classes take parameters, and what they define overrides what they extend") {
  const std::string text =
      "case class P(a: scala.Int = 1, b: scala.Int = 2)\n"
      "class App_1 extends App(n = 5) { override lazy val p = P(b = 7) }\n"
      "@spatial abstract class App(n: scala.Int = 3) extends SpatialTest {\n"
      "  lazy val p = P()\n  import p._\n"
      "  def main(args: Array[String]): Unit = { println(n + \" \" + a + \" \" + b) }\n}\n";
  const auto outcome =
      profile::run(makeSource("t", text), {}, [](const auto&, const auto&) { return spatial::RunOutput(); });
  CHECK(outcome.printed == "5 1 7\n");
}

TEST_CASE("Accel becomes a program of one-dimensional memories") {
  const auto tile = accel("val s = SRAM[Int](8, 16)\ns load d(8::16, 0::16 par 4)\nd(0::8, 16::32) store s");
  CHECK(has(tile, "val s = SRAM[Int](128)"));
  CHECK(has(tile, "s((row * 16)::(row * 16 + 16)) load d(((8 + row) * 64)::((8 + row) * 64 + 16) par 4)"));
  const auto carried = accel("val r = Reg[Int](0)\nForeach(4 by 1){ i => r := r + i }\no := r");
  CHECK(has(carried, "val r = SRAM[Int](1)"));
  const auto branch = accel("val s = SRAM[Int](8)\nForeach(8 by 1){ i => if (i > 3) s(i) = i }\no := s(1)");
  CHECK(has(branch, ") s(i) = i"));
  const auto loops = accel(
      "val s = SRAM[Int](8, 8)\nForeach(8 by 1 par 2, 8 by 1 par 4){ (i, j) => s(i, j) = i }\nd(0::8, 0::8) store s");
  CHECK(has(loops, "Foreach(8 by 1 par 2) { i =>\n        Foreach(8 by 1 par 4) { j =>"));
}

TEST_CASE("an if with loops in it has a value, also inside another") {
  const auto text = accel(
      "val s = SRAM[Int](4)\no := (if (s(0) > 1) { if (s(1) > 2) { Foreach(4 by 1){i => s(i) = i}\ns(2) } else 5 } else 6)");
  CHECK(has(text, "chosen_1(0) = chosen(0)\n"));
  CHECK(has(text, "o := chosen_1(0)\n"));
}

TEST_CASE("annotations have paths, and traits say whom they extend") {
  const std::string text =
      "trait Sum {\n this: SpatialTest =>\n @forge.tags.api def sum(a: Int, b: Int): Int = a + b\n}\n"
      "@spatial class App extends SpatialTest with Sum {\n def main(args: Array[String]): Unit = { println(sum(2, 3)) }\n}\n";
  CHECK(profile::run(makeSource("test.scala", text), {}, [](const auto&, const auto&) {
          return spatial::RunOutput();
        }).printed == "5\n");
}

TEST_CASE("hints, settings and splitters change no value; filter is a loop") {
  const auto text = accel(
      "val s = SRAM[Int](16).noblockcyclic.nofission\ns.explicitName = \"kept\"\n(Foreach(4 by 1){i => s(i) = 0}).asSym.shouldConvertToStreamed = true\nval f = SRAM[Int](16)\n"
      "Foreach(16 by 1){i => splitter(i % 3){ s(i) = i }}\nfilter(f, {e: Int => e > 2}, s)\no := f(3)");
  CHECK(has(text, "Foreach(16 by 1 par 1) { i_1 =>\n        s(i_1) = i_1\n"));
  CHECK(has(text, "f(i_2) = mux(s(i_2) > 2, 1, 0)"));
}

TEST_CASE(
    "classes have type parameters, several lists and implicit values; methods of one name differ by their parameters") {
  const std::string text =
      "object Twice { val factor = 2\n def apply(x: Int): Int = factor * x }\n"
      "class App_0 extends App[Float](n = 3)(m = 4)\n"
      "@spatial abstract class App[T:Num](n: scala.Int = 1)(m: scala.Int = 2)(implicit ev: Cast[T, T]) extends SpatialTest {\n"
      "  implicit val k: scala.Int = 10\n"
      "  def f(x: Int): Int = x + 1\n  def f(x: Int, y: Int): Int = x * y\n  def f(x: Float): Float = x / 2\n"
      "  def scaled(x: Int)(implicit k: scala.Int): Int = k * x\n"
      "  def main(args: Array[String]): Unit = { println(3.to[T] / 2 + \" \" + (n + m) + \" \" + f(1) + f(2, 3) + \" \" + f(1.to[Float])"
      " + \" \" + scaled(4) + \" \" + Twice(21)) }\n}\n";
  const auto outcome =
      profile::run(makeSource("t", text), {}, [](const auto&, const auto&) { return spatial::RunOutput(); });
  CHECK(outcome.printed == "1.5 7 26 0.5 40 42\n");
}

TEST_CASE("texts, numbers in other notations, and what is known on the host") {
  CHECK(printed("println(0xFF + 'a')") == "352\n");
  CHECK(printed("println(\"%5.2f|%d|%s\".format(3.14159, 7, \"x\"))") == " 3.14|7|x\n");
  CHECK(printed("println(\"1,2,3\".split(\",\").map(_.to[Int]).reduce{_ + _})") == "6\n");
  CHECK(printed("println(\"\"\"a \"b\" c\"\"\")") == "a \"b\" c\n");
  CHECK(printed("val x = IfElse(1 > 2) { 1 } { 2 }\nprintln(x)") == "2\n");
  CHECK(printed("println(this.getClass.getSimpleName)") == "Test\n");
  CHECK(printed("println(0xAB.to[U8].bits(7::4))") == "10\n");
}

TEST_CASE("streams are loaded into FIFOs, and what the data ends is as long as the interpreter says") {
  const std::string in =
      "writeCSV1D(Array(1, 2, 3, 4, 5), \"i.csv\")\nval in = StreamIn[Int](FileBus[Int](\"i.csv\"))\n"
      "val out = StreamOut[Int](FileBus[Int](\"o.csv\"))\n";
  const auto known =
      spatial::print(run({}, in + "Accel { Foreach(*){ _ => out := in.value + in.value } }").programs.at(0));
  CHECK(has(known, "in_fifo load in(0::5 par 16)"));  // consumed at two places: counted in an SRAM
  const auto pairs = spatial::print(
      run({}, in + "Accel { Foreach(*){ _ => Foreach(2 by 1){ i => out := in.value } } }").programs.at(0));
  CHECK(has(pairs, "Foreach(2 by 1 par 1) { i =>"));  // two iterations of two
  CHECK(has(pairs, "in_fifo load in(0::4 par 16)"));
  CHECK(has(pairs, "out(0::4 par 16) store out_fifo"));
  const std::string fsm =
      "val o = ArgOut[Int]\nAccel { val r = Reg[Int](1)\nFSM(0){s => r.value < 100}{s => o := s; r := r + s}{s => s + 1} }";
  CHECK(has(spatial::print(run({}, fsm).programs.at(0)), "class Test"));
}

TEST_CASE("a unit merges the ways of a MergeBuffer that are used in one place each; else they are counted") {
  const std::string begin = "val m = MergeBuffer[Int](2, 4)\nval s = SRAM[Int](8)\n";
  const std::string gives = "Foreach(4 by 1 par 4){ i => m.enq(w, 8 - i) } }\n",
                    takes = "Foreach(8 by 1){ i => s(i) = m.deq() }\n", end = "d(0, 0::8) store s";
  const auto has = [&](const std::string& body, const std::string& text) {
    return accel(begin + body + end).find(text) != std::string::npos;
  };
  const std::string bound = "List.tabulate(2){ w => m.bound(w, 4)\n";
  CHECK(has("m.init(true)\n" + bound + gives + takes, "merge(4, true, m_merged, 4, m_way0, 4, m_way1)\n"));
  CHECK(has("Foreach(2 by 1){ t => " + bound + "Foreach(t + 1 by 1){ i => m.enq(w, i) } }\n" + takes + "}\n",
            "merge(4, false, m_merged, 4, m_way0, 4, m_way1)\n"));
  CHECK(has(
      "Foreach(2 by 1){ t => Pipe { m.bound(0, t) }\nPipe { m.bound(1, 4) }\nPipe { m.init(t == 0) }\nList.tabulate(2){ w => " +
          gives + takes + "}\n",
      "merge(4, m_sorts(0), m_merged, m_way0_left(0), m_way0, 4, m_way1)\n"));
  // Consumed at two places, bound twice, bound next to the loop that produces and consumes, produced at two places,
  // never consumed.
  CHECK_FALSE(has(bound + gives + takes + "Pipe { s(0) = m.deq() }\n", "merge("));
  CHECK_FALSE(has("m.bound(0, 2)\n" + bound + gives + takes, "merge("));
  CHECK_FALSE(has("m.bound(0, 4)\nm.bound(1, 4)\nForeach(4 by 1){ i => m.enq(0, i)\nm.enq(1, i)\ns(i) = m.deq() }\n",
                  "merge("));
  CHECK_FALSE(has(bound + gives + "Foreach(4 by 1){ i => m.enq(0, i) }\n" + takes, "merge("));
  CHECK_FALSE(has(bound + gives, "merge("));
}
