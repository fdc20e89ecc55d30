// Programs that Spatial's own compiler refuses (spatial/dsl/restrictions.h), as checked with it.
#include "errors/failure.h"
#include "spatial/profile/run.h"

using namespace stardust;

namespace {

spatial::RunOutput nothing(const spatial::Program&, const spatial::HostFiles&) { return {}; }

/// `main` of a program with these members; the program imports Spatial.
void run(const std::string& main, const std::string& members = {}, const std::string& base = "SpatialTest") {
  const auto text = "import spatial.dsl._\n@spatial class Test extends " + base + " {\n" + members +
                    "\ndef main(args: Array[String]): Unit = {\nval d = DRAM[Int](64)\n" + main + "\n}\n}\n";
  profile::run(makeSource("test.scala", text), {}, nothing);
}

void refused(const std::string& main, const std::string& message) {
  failsWith(Family::User, message, [&] { run(main); });
}
void accepted(const std::string& main) {
  CAPTURE(main);
  CHECK_NOTHROW(run(main));
}
std::string inAccel(const std::string& body) {
  return "Accel {\nval s = SRAM[Int](64)\nval r = Reg[Int](0)\nr := 3\n" + body + "\nd store s }";
}

}  // namespace

TEST_CASE("a shift is by an Int16 of the accelerator, or by a number of Scala") {
  refused(inAccel("Foreach(8 by 1){ i => s(i) = s(i) << i }"),
          "the distance of a shift has the type Int, not Int16\n  --> test.scala:10:30");
  refused(inAccel("s(0) = s(1) >> r"), "convert the distance with .to[Int16]");
  refused(inAccel("s(0) = s(1) >>> r.value.to[U8]"), "the distance of a shift has the type U8, not Int16");
  refused("val l = DRAM[Long](8)\n" + inAccel("val t = SRAM[Long](8)\nt(0) = t(1) << r.value\nl store t"),
          "the distance of a shift has the type Int, not Int16");
  accepted(inAccel("Foreach(8 by 1){ i => s(i) = (s(i) << i.to[I16]) >> 2 }"));
  accepted(inAccel("val q = Reg[I16](2)\ns(0) = s(1) << q"));
  accepted(inAccel("(1 to 3).foreach{ k => s(k) = s(k) << k }"));
}

TEST_CASE("a transfer moves whole bytes of the last dimension, a burst at most") {
  refused(inAccel("s load d(0::64 par 32)"), "32 words of 32 bits are moved at a time\n  --> test.scala:10:1");
  refused("val l = DRAM[Long](64)\nAccel { val t = SRAM[Long](64)\nt load l(0::64 par 16) }", "write par 8");
  refused("val l = DRAM[Tup2[Long, Int]](64)\nAccel { val t = SRAM[Tup2[Long, Int]](64)\nl(0::64 par 8) store t }",
          "8 words of 96 bits are moved at a time");
  refused("val m = DRAM[Int](8, 8)\nAccel { val t = SRAM[Int](8, 8)\nt load m(0::8 par 2, 0::8) }",
          "rows of m are moved with par 2");
  refused("val b = DRAM[Bit](64)\nAccel { val t = SRAM[Bit](64)\nt load b }", "write par 8");
  accepted("val l = DRAM[Long](64)\nAccel { val t = SRAM[Long](64)\nt load l(0::64 par 8) }");
  accepted("val b = DRAM[Bit](64)\nAccel { val t = SRAM[Bit](64)\nt load b(0::64 par 8) }");
}

TEST_CASE("the body of a Fold into a Reg gives a Reg") {
  refused(inAccel("Fold(r)(8 by 1){ i => s(i) }{ _ + _ }\ns(0) = r"), "the body of this Fold gives");
  accepted(inAccel("Fold(r)(8 by 1){ i => val w = Reg[Int]\nw := s(i)\nw }{ _ + _ }\ns(0) = r"));
  accepted(inAccel("s(0) = Fold(1)(8 by 1){ i => s(i) }{ _ + _ }"));
}

TEST_CASE("a loop with four counters gives one list") {
  refused(inAccel("Foreach(2 by 1, 2 by 1, 2 by 1, 2 by 1){ (a, b, c, e) => s(a) = b + c + e }"),
          "write { case List(a, b, c, e) => … }");
  refused(inAccel("s(0) = Reduce(Reg[Int])(2 by 1, 2 by 1, 2 by 1, 2 by 1){ (a, b, c, e) => a + b + c + e }{ _ + _ }"),
          "a loop with four counters or more gives them as one list");
  accepted(inAccel("Foreach(2 by 1, 2 by 1, 2 by 1, 2 by 1){ case Seq(a, b, c, e) => s(a) = b + c + e }"));
}

TEST_CASE("the result of a function of the host cannot be applied directly") {
  refused("println(getMem(d)(3))", "the result of getMem cannot be applied directly");
  accepted("println(getMem(d).apply(3))\nval words = getMem(d)\nprintln(words(3))");
  CHECK_NOTHROW(run("println(getMem(2)(3))", "def getMem(x: Int) = List(x, x, x, x)"));
}

TEST_CASE("checkGold compares what has as many dimensions, with a margin of Scala") {
  const std::string matrix = "val m = DRAM[Int](8, 8)\nval a = Array.tabulate(64){ i => 0.to[Int] }\n";
  refused(matrix + "assert(checkGold[Int](m, a))", "write gold.reshape(rows, columns)");
  refused(matrix + "assert(checkGold[Int](d, a.reshape(8, 8)))", "write gold.flatten");
  refused(matrix + "assert(checkGold[Int](d, a, 1.to[Int]))", "the margin has the type Int");
  refused("val t = DRAM[Int](2, 2, 2)\nassert(checkGold[Int](t, getTensor3(t)))", "getTensor3(t).zip(gold)");
  accepted(matrix + "assert(checkGold[Int](m, a.reshape(8, 8)))\nassert(checkGold[Int](d, a, 0.5f))");
}

TEST_CASE("elements of an Array of Spatial have a type of it") {
  refused("setMem(d, Array.fill(64){ 0 })", "the elements of this array are numbers of Scala\n --> test.scala:6:11");
  refused("assert(checkGold[Int](d, Array.tabulate(64){ i => -1 }))", "write Array.tabulate[Int](n)");
  accepted("setMem(d, Array.fill[Int](64){ 0 })\nsetMem(d, Array.fill(64){ 0.to[Int] })");
  accepted("val a: Array[Int] = Array.fill(64){ 0 }\nsetMem(d, a)");
}

TEST_CASE("begin until end is no range of Scala") {
  refused("val g = (0 until 8).map{ i => i }", "a range of Spatial has no map\n --> test.scala:6:9");
  refused("println((0 until 8).reduce{ _ + _ })", "a range of Spatial has no reduce");
  refused("val g = for (i <- 0 until 8) yield i", "a range of Spatial has no map");
  refused("for (i <- 0 until 8 if i > 3) { println(i) }", "a range of Spatial has no withFilter");
  accepted("println((0 until 8){ i => i }.reduce{ _ + _ })\nprintln((0 to 8).map{ i => i }.sum)");
  accepted("for (i <- 0 until 8) { println(i) }\nprintln(Range(0, 8).map{ i => i })\nprintln(('a' until 'e').toList)");
  accepted("println(List(1, 2).indices.map{ i => i })\nprintln((0 until 8).length)");
}

TEST_CASE("an Array of Spatial has its own members, and does not change if a function made it") {
  const std::string made = "val a = Array.tabulate(8){ i => i }\n";
  refused(made + "println(a.reverse)", "an Array of Spatial has no reverse\n --> test.scala:7:9");
  refused(made + "println(a.map{ x => x + 1 }.last)", "an Array of Spatial has no last");
  refused(made + "a(3) = 4", "this array does not change");
  refused(made + "val b = a.map{ x => x + 1 }\nb(3) = 4", "write Array.empty[T](n), and fill it in a loop");
  refused("val m = (0::4, 0::4){ (i, j) => i + j }\nm(1, 2) = 4", "this array does not change");
  accepted("val e = Array.empty[Int](8)\ne(3) = 4\nval g = getMem(d)\ng(3) = 4");
  accepted(made + "println(a.sum + a.min + a.max + a.length)\nprintln(a.forall{ x => x > 0 })");
  accepted("val l = List(1, 2, 3)\nprintln(l.reverse.last)\nval b = scala.Array(1, 2)\nb(0) = b.last");
}

TEST_CASE("ranges and arrays outside of a class that is @spatial are those of Scala") {
  const std::string helper =
      "import spatial.dsl._\nobject Helper { val range = 0 until 4\nval xs = (0 until 4).map{ i => i + 1 }\n"
      "def f(n: scala.Int) = (for (i <- 0 until n if i > 1) yield i).sum }\n"
      "case class Other(n: scala.Int) { val xs = (0 until n).map{ i => i + 1 } }\n";
  const std::string text =
      helper +
      "@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\n"
      "println(Helper.xs.sum + Helper.f(3) + Other(3).xs.last)\nprintln(Helper.range.map{ i => i })\n}\n}\n";
  CHECK_NOTHROW(profile::run(makeSource("test.scala", text), {}, nothing));
}

TEST_CASE("while and return do not stand in a class that is @spatial") {
  refused("val it = List(1, 2).iterator\nwhile (true) { }",
          "a while does not stand in a @spatial class\n --> test.scala:7:1");
  refused("def f(x: scala.Int): scala.Int = { return x }", "a return does not stand in a @spatial class");
  const std::string helper =
      "object Helper { def f(x: scala.Int): scala.Int = { var i = 0; while (i < x) { i += 1 }; return i } }\n";
  const std::string main =
      "class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = { println(Helper.f(3)) }\n}\n";
  const std::vector<std::string> orders = {helper + "@spatial " + main, "@spatial " + main + helper};
  for (const auto& order : orders) {
    const auto text = "import spatial.dsl._\n" + order;
    CHECK_NOTHROW(profile::run(makeSource("test.scala", text), {}, nothing));
  }
}

TEST_CASE("members of a SpatialTest have names of their own") {
  const auto named = [](const std::string& members, const std::string& base) { run("println(1)", members, base); };
  failsWith(Family::User, "a SpatialTest has a member size already\n --> test.scala:3:1",
            [&] { named("val size = 4", "SpatialTest"); });
  failsWith(Family::User, "a SpatialTest has a member key already", [&] { named("def key = 4", "SpatialTest"); });
  CHECK_NOTHROW(named("def size(x: Int) = x", "SpatialTest"));
  CHECK_NOTHROW(named("val size = 4", "SpatialApp"));
}
